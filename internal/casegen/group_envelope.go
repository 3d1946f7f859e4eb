package main

func envelopes() group {
	const version, missing, wrong, empty, extra, shape, admitted = "Version", "MissingMember", "WrongType", "EmptyString", "ExtraMember", "NotAnObject", "Admitted"
	bad := func(name string, in recipe, offset int, pointer, why string, flags ...string) row {
		return value(row{name: name, in: in, want: ignores(invalid, offset, pointer), why: why, flags: flags})
	}
	old := func(name, v, why string) row {
		return value(row{name: name, in: text(`{"protocol_version":` + v + `,"message_id":"m","actions":[]}`), want: ignores(unsupported, 20, "/protocol_version"), why: why, flags: []string{version}})
	}
	notObject := func(name, s string, offset int, why string) row {
		return value(row{name: name, in: text(s), want: ignores(notAnObject, offset, ""), why: why, flags: []string{shape}})
	}
	good := func(name string, in recipe, why string, flags ...string) row {
		return value(row{name: name, in: in, want: admits(), why: why, flags: append([]string{admitted}, flags...)})
	}
	act := func(members string) recipe { return inActions("{" + members + "}") }
	return group{
		name:  "envelope",
		about: "The envelope's members, its version and its actions.",
		first: 10001,
		cases: []row{
			value(row{name: "smallest", in: text(envelope), want: admitsAs(text("\x83\xb0protocol_version\xa30.1\xaamessage_id\xa1m\xa7actions\x90")), why: "Version, id and empty actions: consumers do nothing, which is fine.", flags: []string{admitted}}),
			value(row{name: "members-in-other-order", in: text(`{"actions":[],"message_id":"m","protocol_version":"0.1"}`), want: admitsAs(text("\x83\xa7actions\x90\xaamessage_id\xa1m\xb0protocol_version\xa30.1")), why: "The order of members does not matter and is kept.", flags: []string{admitted}}),
			good("names-escaped", text(`{"protocol\u005fversion":"\u0030.1","\u006dessage_id":"m","actions":[]}`), "Escape spelling changes nothing."),
			good("one-action", inActions(goodAction), "An action with an empty payload."),
			good("two-actions", inActions(goodAction+","+goodAction), "Duplicate action ids are admitted: consumers decide what they mean."),
			good("action-members-in-other-order", act(`"payload":{"a":1},"action_version":"v","action_type":"t","action_id":"i"`), "The order of members does not matter."),
			good("unknown-action-type", act(`"action_id":"i","action_type":"kv.future_action","action_version":"7.3","payload":{"nested":{"on":false}}`), "Consumers skip what they do not know."),
			good("extra-members-of-envelope", text(`{"protocol_version":"0.1","message_id":"m","actions":[],"trace":{"id":1},"":null}`), "Extra members are kept.", extra),
			good("extra-members-of-action", act(`"action_id":"i","action_type":"t","action_version":"v","payload":{},"priority":9`), "Extra members are kept.", extra),
			good("extra-member-in-other-case", text(`{"protocol_version":"0.1","message_id":"m","actions":[],"Actions":7}`), "A name in another case is another member.", extra),
			good("message-id-nul", text(`{"protocol_version":"0.1","message_id":"\u0000","actions":[]}`), "A string of one NUL is not empty.", empty),
			good("message-id-space", text(`{"protocol_version":"0.1","message_id":" ","actions":[]}`), "A string of one space is not empty.", empty),
			good("message-id-long", join(text(`{"protocol_version":"0.1","message_id":"`), rep("m", 5000), text(`","actions":[]}`)), "Ids have no limit of their own."),

			notObject("list-of-envelopes", "["+envelope+"]", 0, "One envelope serves a request; a list is none, even of one."),
			notObject("empty-list", "[]", 0, "A list is no object."),
			notObject("string", `"0.1"`, 0, "A string is no object."),
			notObject("envelope-in-a-string", `"{\"protocol_version\":\"0.1\"}"`, 0, "JSON inside a string is a string."),
			notObject("integer", "7", 0, "A number is no object."),
			notObject("float", "-0.5", 0, "A number is no object."),
			notObject("true", "true", 0, "A literal is no object."),
			notObject("false-after-spaces", "  false", 2, "The value's first byte, behind the whitespace."),

			bad("empty-object", text("{}"), 0, "/protocol_version", "The first fault in order is the missing version.", missing),
			bad("empty-object-after-spaces", text(" \n{}"), 2, "/protocol_version", "The first byte of the object that lacks it.", missing),
			bad("version-missing", text(`{"message_id":"m","actions":[]}`), 0, "/protocol_version", "Without a version nothing can be interpreted.", missing, version),
			bad("version-in-other-case", text(`{"Protocol_Version":"0.1","message_id":"m","actions":[]}`), 0, "/protocol_version", "Names are compared exactly.", missing, version),
			bad("version-nested", text(`{"header":{"protocol_version":"0.1"},"message_id":"m","actions":[]}`), 0, "/protocol_version", "A version elsewhere is not the envelope's.", missing, version),
			bad("version-number", text(`{"protocol_version":0.1,"message_id":"m","actions":[]}`), 20, "/protocol_version", "The number 0.1 is not the string.", wrong, version),
			bad("version-null", text(`{"protocol_version":null,"message_id":"m","actions":[]}`), 20, "/protocol_version", "null is not a string.", wrong, version),
			bad("version-list", text(`{"protocol_version":["0.1"],"message_id":"m","actions":[]}`), 20, "/protocol_version", "A list of versions is no version.", wrong, version),
			bad("version-object", text(`{"protocol_version":{},"message_id":"m","actions":[]}`), 20, "/protocol_version", "An object is no version.", wrong, version),
			bad("version-after-space", text(`{"protocol_version": 1,"message_id":"m","actions":[]}`), 21, "/protocol_version", "The value's first byte, behind the whitespace.", wrong, version),
			old("version-0-2", `"0.2"`, "0.2 is not understood."),
			old("version-1-0", `"1.0"`, "1.0 is not understood."),
			old("version-0-10", `"0.10"`, "Versions are compared as strings; 0.10 is not 0.1."),
			old("version-0-1-0", `"0.1.0"`, "Versions are compared as strings."),
			old("version-00-1", `"00.1"`, "Versions are compared as strings."),
			old("version-v0-1", `"v0.1"`, "Versions are compared as strings."),
			old("version-space", `"0.1 "`, "Versions are not trimmed."),
			old("version-nul", `"0.1\u0000"`, "Versions do not end at NUL."),
			old("version-empty", `""`, "The empty string is a string that is not understood."),
			old("version-fullwidth", `"０.１"`, "Versions are not folded."),
			old("version-escaped-unknown", `"\u0030.2"`, "Escape spelling changes nothing."),
			value(row{name: "version-unknown-alone", in: text(`{"protocol_version":"9"}`), want: ignores(unsupported, 20, "/protocol_version"), why: "Of an unknown version nothing else is interpreted, so nothing is missing.", flags: []string{version}}),
			value(row{name: "version-unknown-last", in: text(`{"message_id":7,"actions":"none","protocol_version":"9"}`), want: ignores(unsupported, 52, "/protocol_version"), why: "Of an unknown version nothing else is interpreted, wherever it stands.", flags: []string{version}}),

			bad("message-id-missing", text(`{"protocol_version":"0.1","actions":[]}`), 0, "/message_id", "message_id is required.", missing),
			bad("message-id-empty", text(`{"protocol_version":"0.1","message_id":"","actions":[]}`), 39, "/message_id", "message_id is not empty.", empty),
			bad("message-id-number", text(`{"protocol_version":"0.1","message_id":17,"actions":[]}`), 39, "/message_id", "message_id is a string.", wrong),
			bad("message-id-null", text(`{"protocol_version":"0.1","message_id":null,"actions":[]}`), 39, "/message_id", "null is not a string.", wrong),
			bad("actions-missing", text(`{"protocol_version":"0.1","message_id":"m"}`), 0, "/actions", "actions is required.", missing),
			bad("actions-null", text(`{"protocol_version":"0.1","message_id":"m","actions":null}`), 53, "/actions", "null is not an array.", wrong),
			bad("actions-object", text(`{"protocol_version":"0.1","message_id":"m","actions":{}}`), 53, "/actions", "An object is not an array.", wrong),
			bad("actions-one-action", text(`{"protocol_version":"0.1","message_id":"m","actions":`+goodAction+`}`), 53, "/actions", "One action outside an array.", wrong),
			bad("actions-string", text(`{"protocol_version":"0.1","message_id":"m","actions":"[]"}`), 53, "/actions", "A string is not an array.", wrong),

			bad("action-number", inActions("1"), actionsAt, "/actions/0", "An action is an object.", wrong),
			bad("action-null", inActions("null"), actionsAt, "/actions/0", "null is not an object.", wrong),
			bad("action-list", inActions("["+goodAction+"]"), actionsAt, "/actions/0", "A list is not an action.", wrong),
			bad("action-second-string", inActions(goodAction+`,"x"`), actionsAt+70, "/actions/1", "Every action is looked at.", wrong),
			bad("action-empty", inActions("{}"), actionsAt, "/actions/0/action_id", "The first fault in order is the missing id.", missing),
			bad("action-empty-after-space", inActions(" {}"), actionsAt+1, "/actions/0/action_id", "The first byte of the action that lacks it.", missing),
			bad("action-id-empty", act(`"action_id":"","action_type":"t","action_version":"v","payload":{}`), actionsAt+13, "/actions/0/action_id", "action_id is not empty.", empty),
			bad("action-id-number", act(`"action_id":1,"action_type":"t","action_version":"v","payload":{}`), actionsAt+13, "/actions/0/action_id", "action_id is a string.", wrong),
			bad("action-type-missing", act(`"action_id":"i","action_version":"v","payload":{}`), actionsAt, "/actions/0/action_type", "action_type is required.", missing),
			bad("action-type-empty", act(`"action_id":"i","action_type":"","action_version":"v","payload":{}`), actionsAt+31, "/actions/0/action_type", "action_type is not empty.", empty),
			bad("action-type-list", act(`"action_id":"i","action_type":["t"],"action_version":"v","payload":{}`), actionsAt+31, "/actions/0/action_type", "action_type is a string.", wrong),
			bad("action-version-missing", act(`"action_id":"i","action_type":"t","payload":{}`), actionsAt, "/actions/0/action_version", "action_version is required.", missing),
			bad("action-version-number", act(`"action_id":"i","action_type":"t","action_version":1.0,"payload":{}`), actionsAt+52, "/actions/0/action_version", "The number 1.0 is not a string.", wrong),
			bad("action-version-empty", act(`"action_id":"i","action_type":"t","action_version":"","payload":{}`), actionsAt+52, "/actions/0/action_version", "action_version is not empty.", empty),
			bad("payload-missing", act(`"action_id":"i","action_type":"t","action_version":"v"`), actionsAt, "/actions/0/payload", "payload is required.", missing),
			bad("payload-null", inPayload("null"), payloadAt, "/actions/0/payload", "null is not an object.", wrong),
			bad("payload-list", inPayload("[]"), payloadAt, "/actions/0/payload", "A list is not an object.", wrong),
			bad("payload-string", inPayload(`"{}"`), payloadAt, "/actions/0/payload", "A string is not an object.", wrong),
			bad("payload-of-second-action", inActions(goodAction+`,{"action_id":"i","action_type":"t","action_version":"v","payload":7}`), actionsAt+70+66, "/actions/1/payload", "Every action is looked at.", wrong),
		},
	}
}
