package tree

import (
	"strconv"
)

// Envelope returns a valid envelope with the members of the protocol in its
// order.
func Envelope(messageID string, actions ...*Node) *Node {
	return Obj(
		Member{"protocol_version", Str(Version)},
		Member{"message_id", Str(messageID)},
		Member{"actions", Arr(actions...)},
	)
}

// Action returns a valid action.
func Action(id, kind, version string, payload *Node) *Node {
	return Obj(
		Member{"action_id", Str(id)},
		Member{"action_type", Str(kind)},
		Member{"action_version", Str(version)},
		Member{"payload", payload},
	)
}

// envelope draws a valid envelope: most as producers write them, the others of
// odd shapes that no rule forbids.
func (r random) envelope() *Node {
	var actions []*Node
	for range r.weighted(2, 4, 2, 1) {
		actions = append(actions, r.action())
	}
	if r.oneIn(200) { // more than candidates are taken from
		for len(actions) < 65 {
			actions = append(actions, Action("a", "x", "1", Obj()))
		}
	}
	messageID := "m-" + strconv.Itoa(r.Intn(1000))
	if r.oneIn(4) {
		messageID = "m" + r.str()
	}
	n := Envelope(messageID, actions...)
	if r.oneIn(3) {
		n = r.withExtras(n, DefaultMaxDepth-1)
	}
	return n
}

func (r random) action() *Node {
	id, kind, version := "fetch-"+strconv.Itoa(r.Intn(3)), "kv.fetch", "1.0"
	var payload *Node
	switch r.weighted(5, 2, 2) {
	case 0:
		payload = r.fetch()
	case 1:
		kind = one(r, []string{"kv.retain", "kv.evict", "kv.source_locations", "KV.FETCH", "x"})
		payload = r.object(r.count(), 2)
	case 2:
		id, kind, version = "i"+r.str(), "t"+r.str(), "v"+r.characters(2)
		payload = r.object(r.count(), 3)
	}
	n := Action(id, kind, version, payload)
	if r.oneIn(4) {
		n = r.withExtras(n, DefaultMaxDepth-3)
	}
	return n
}

// fetch draws the payload of a kv.fetch action, sometimes with an oddity that
// consumers refuse.
func (r random) fetch() *Node {
	endpoints := []string{
		"tcp://kv-7.example:24100", "tcp://10.1.2.3:1", "tcp://[2001:db8::7]:65535", "tcp://127.0.0.1:24100", "tcp://224.0.0.1:5",
		"http://kv-7.example:80", "tcp://kv-7.example", "tcp://10.1.2.3:0", "",
	}
	var hashes []*Node
	for range r.count() {
		switch r.weighted(8, 1, 1) {
		case 0:
			hashes = append(hashes, Int(strconv.FormatUint(r.Uint64()>>r.Intn(64), 10)))
		case 1:
			hashes = append(hashes, one(r, []*Node{Str("00000000deadbeef"), Str("1234"), Str("hex:00000000deadbeef")}))
		case 2:
			hashes = append(hashes, r.scalar())
		}
	}
	payload := Obj(
		Member{"source_control_endpoint", Str(endpoints[r.weighted(8, 8, 4, 4, 1, 1, 1, 1, 1)])},
		Member{"block_hashes", Arr(hashes...)},
	)
	if r.oneIn(3) {
		payload.Members = append(payload.Members, Member{"mode", Str(one(r, []string{"copy", "copy", "move"}))})
	}
	if r.oneIn(4) {
		payload = r.withExtras(payload, DefaultMaxDepth-4)
	}
	return payload
}

// withExtras adds members that no rule names; one in eight is as deep as may be.
func (r random) withExtras(n *Node, levels int) *Node {
	members := n.Members[:len(n.Members):len(n.Members)]
	for range 1 + r.Intn(2) {
		name := r.name()
		if n.Member(name) != nil || len(members) > len(n.Members) && members[len(members)-1].Name == name {
			continue
		}
		value := r.value(3)
		if r.oneIn(8) {
			value = r.chain(levels)
		}
		members = append(members, Member{name, value})
	}
	return Obj(members...)
}
