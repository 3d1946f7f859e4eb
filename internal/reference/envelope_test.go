package reference_test

import (
	"testing"

	"github.com/kvhints/hintcheck/internal/reference"
)

const (
	admitted    = reference.Admitted
	unsupported = reference.UnsupportedVersion
	invalid     = reference.InvalidEnvelope
)

func TestEnvelope(t *testing.T) {
	checkRows(t, standard, []row{
		{envelope, admitted, none, noPointer, "empty actions are admitted"},
		{" " + envelope + "\r\n", admitted, none, noPointer, "whitespace around"},
		{`{"actions":[],"message_id":"m","protocol_version":"0.1"}`, admitted, none, noPointer, "members in any order"},
		{`{"protocol_version":"0.1","message_id":"m","actions":[],"more":{"a":null},"":0}`, admitted, none, noPointer, "extra members are kept"},
		{`{"\u0070rotocol_version":"\u0030.1","message_id":"\u006d","actions":[]}`, admitted, none, noPointer, "escape spelling does not matter"},
		{`[` + envelope + `]`, notObject, 0, "", "a list of envelopes is no envelope"},
		{`"` + `protocol_version` + `"`, notObject, 0, "", "a string is no envelope"},
		{"{}", invalid, 0, "/protocol_version", "missing: the object that lacks it"},
		{"  {}", invalid, 2, "/protocol_version", "the object's first byte"},
		{`{"protocol_version":1}`, invalid, 20, "/protocol_version", "not a string"},
		{`{"protocol_version":null}`, invalid, 20, "/protocol_version", "null is not a string"},
		{`{"protocol_version":0.1,"message_id":"m","actions":[]}`, invalid, 20, "/protocol_version", "the number 0.1 is not the string"},
		{`{"protocol_version":["0.1"]}`, invalid, 20, "/protocol_version", "not a string"},
		{`{"protocol_version":"0.2"}`, unsupported, 20, "/protocol_version", "a string that is not in Versions"},
		{`{"protocol_version":""}`, unsupported, 20, "/protocol_version", "the empty string is not in Versions"},
		{`{"protocol_version":"0.1 "}`, unsupported, 20, "/protocol_version", "no trimming"},
		{`{"protocol_version":"0.10"}`, unsupported, 20, "/protocol_version", "no reading as a number"},
		{`{"message_id":7,"actions":{},"protocol_version":"9"}`, unsupported, 48, "/protocol_version", "nothing else is interpreted"},
		{`{"Protocol_version":"0.1","message_id":"m","actions":[]}`, invalid, 0, "/protocol_version", "case matters"},
		{`{"protocol_version":"0.1"}`, invalid, 0, "/message_id", "missing"},
		{`{"actions":7,"protocol_version":"0.1"}`, invalid, 0, "/message_id", "message_id is looked at before actions"},
		{`{"protocol_version":"0.1","message_id":""}`, invalid, 39, "/message_id", "empty"},
		{`{"protocol_version":"0.1","message_id":7}`, invalid, 39, "/message_id", "not a string"},
		{`{"protocol_version":"0.1","message_id":"\u0000"}`, invalid, 0, "/actions", "NUL is not empty; actions are missing"},
		{`{"protocol_version":"0.1","message_id":"m"}`, invalid, 0, "/actions", "missing"},
		{`{"protocol_version":"0.1","message_id":"m","actions":{}}`, invalid, 53, "/actions", "not an array"},
		{`{"protocol_version":"0.1","message_id":"m","actions":null}`, invalid, 53, "/actions", "null is not an array"},
	})
}

func TestActions(t *testing.T) {
	const head = `{"protocol_version":"0.1","message_id":"m","actions":[` // 54 bytes
	const good = `{"action_id":"i","action_type":"t","action_version":"v","payload":{}}`
	checkRows(t, standard, []row{
		{head + good + "]}", admitted, none, noPointer, "one action"},
		{head + good + "," + good + "]}", admitted, none, noPointer, "duplicate action ids are admitted"},
		{head + `{"payload":{"x":[1]},"n":1,"action_version":"v","action_type":"unknown","action_id":"i"}]}`, admitted, none, noPointer, "any order, extra members, unknown type"},
		{head + `1]}`, invalid, 54, "/actions/0", "not an object"},
		{head + `[]]}`, invalid, 54, "/actions/0", "not an object"},
		{head + `null]}`, invalid, 54, "/actions/0", "not an object"},
		{head + ` {}]}`, invalid, 55, "/actions/0/action_id", "missing: the action's first byte"},
		{head + `{"action_id":7}]}`, invalid, 67, "/actions/0/action_id", "not a string"},
		{head + `{"action_id":""}]}`, invalid, 67, "/actions/0/action_id", "empty"},
		{head + `{"action_id":"i"}]}`, invalid, 54, "/actions/0/action_type", "missing"},
		{head + `{"payload":7,"action_type":"","action_id":"i"}]}`, invalid, 81, "/actions/0/action_type", "the order of the rule, not of the members"},
		{head + `{"action_id":"i","action_type":"t"}]}`, invalid, 54, "/actions/0/action_version", "missing"},
		{head + `{"action_id":"i","action_type":"t","action_version":1.0}]}`, invalid, 106, "/actions/0/action_version", "not a string"},
		{head + `{"action_id":"i","action_type":"t","action_version":"v"}]}`, invalid, 54, "/actions/0/payload", "missing"},
		{head + `{"action_id":"i","action_type":"t","action_version":"v","payload":[]}]}`, invalid, 120, "/actions/0/payload", "not an object"},
		{head + `{"action_id":"i","action_type":"t","action_version":"v","payload":null}]}`, invalid, 120, "/actions/0/payload", "not an object"},
		{head + good + `,7]}`, invalid, 54 + 69 + 1, "/actions/1", "the second action"},
		{head + good + `,{}]}`, invalid, 54 + 69 + 1, "/actions/1/action_id", "the second action"},
		{head + `7,` + `{}]}`, invalid, 54, "/actions/0", "the first fault in order"},
	})
}
