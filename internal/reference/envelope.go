package reference

import "slices"

// envelope is what rules 5 to 7 read from the tree.
type envelope struct {
	version   string
	messageID string
	actions   []Action
}

// readEnvelope applies rules 5, 6 and 7 to a value that passed rule 4.
func readEnvelope(v *value, versions []string) (*envelope, *offence) {
	if v.kind != kindObject {
		return nil, &offence{NotAnObject, v.first, v.at}
	}
	env := &envelope{}

	// Rule 6, and the first fault of rule 7. An unknown version decides
	// before anything else of the envelope is looked at.
	version := v.member("protocol_version")
	if version != nil && version.kind == kindString && !slices.Contains(versions, version.text) {
		return nil, &offence{UnsupportedVersion, version.first, version.at}
	}
	if version == nil {
		return nil, missing(v, "protocol_version")
	}
	if version.kind != kindString {
		return nil, invalid(version)
	}
	env.version = version.text

	// The rest of rule 7.
	var bad *offence
	if env.messageID, bad = nonEmptyString(v, "message_id"); bad != nil {
		return nil, bad
	}
	actions := v.member("actions")
	if actions == nil {
		return nil, missing(v, "actions")
	}
	if actions.kind != kindArray {
		return nil, invalid(actions)
	}
	for _, item := range actions.items {
		action, bad := readAction(item)
		if bad != nil {
			return nil, bad
		}
		env.actions = append(env.actions, action)
	}
	return env, nil
}

func readAction(v *value) (Action, *offence) {
	var action Action
	var bad *offence
	if v.kind != kindObject {
		return action, invalid(v)
	}
	if action.ID, bad = nonEmptyString(v, "action_id"); bad != nil {
		return action, bad
	}
	if action.Type, bad = nonEmptyString(v, "action_type"); bad != nil {
		return action, bad
	}
	if action.Version, bad = nonEmptyString(v, "action_version"); bad != nil {
		return action, bad
	}
	payload := v.member("payload")
	if payload == nil {
		return action, missing(v, "payload")
	}
	if payload.kind != kindObject {
		return action, invalid(payload)
	}
	action.Payload = payload.raw
	return action, nil
}

func nonEmptyString(object *value, name string) (string, *offence) {
	v := object.member(name)
	if v == nil {
		return "", missing(object, name)
	}
	if v.kind != kindString || v.text == "" {
		return "", invalid(v)
	}
	return v.text, nil
}

// invalid is the offence of a wrong value: its first byte.
func invalid(v *value) *offence { return &offence{InvalidEnvelope, v.first, v.at} }

// missing is the offence of a missing member: the first byte of the object
// that lacks it, and the pointer the member would have.
func missing(object *value, name string) *offence {
	return &offence{InvalidEnvelope, object.first, object.at.member(name)}
}
