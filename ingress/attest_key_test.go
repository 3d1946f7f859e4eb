package ingress_test

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/kvhints/hintcheck/ingress"
)

func TestNewKey(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id     string
		length int
		want   string
		reason string
	}{
		{"a", 32, "", "the shortest"},
		{strings.Repeat("Az0-_", 13)[:64], 1 << 10, "", "the longest id"},
		{"", 32, `ingress.NewKey: got "an id of 0 bytes", want an id of 1 to 64 ASCII letters, digits, '-' and '_'`, "no id"},
		{strings.Repeat("a", 65), 32, `ingress.NewKey: got "an id of 65 bytes", want an id of 1 to 64 ASCII letters, digits, '-' and '_'`, "65 bytes"},
		{"a.b", 32, `ingress.NewKey: got "an id of 3 bytes", want an id of 1 to 64 ASCII letters, digits, '-' and '_'`, "the header's separator; the id itself is not shown, it may be a secret"},
		{"a\n", 32, `ingress.NewKey: got "an id of 2 bytes", want an id of 1 to 64 ASCII letters, digits, '-' and '_'`, "the separator of what is signed"},
		{"é", 32, `ingress.NewKey: got "an id of 2 bytes", want an id of 1 to 64 ASCII letters, digits, '-' and '_'`, "not ASCII"},
		{"a", 31, `ingress.NewKey: got "a secret of 31 bytes", want at least 32 bytes`, "a byte short"},
		{"a", 0, `ingress.NewKey: got "a secret of 0 bytes", want at least 32 bytes`, "a file that was empty"},
	}
	for _, tt := range tests {
		key, err := ingress.NewKey(tt.id, make([]byte, tt.length))
		text := ""
		if err != nil {
			text = err.Error()
		}
		wantID := tt.id
		if tt.want != "" {
			wantID = "" // the zero Key
		}
		if text != tt.want || key.ID() != wantID {
			t.Errorf("%q, %d bytes: key %v, error %q; want %q: %s", tt.id, tt.length, key, text, tt.want, tt.reason)
		}
	}
}

func TestNewKeyCopies(t *testing.T) {
	t.Parallel()
	secret := bytes.Repeat([]byte{7}, 32)
	key, err := ingress.NewKey("a", secret)
	if err != nil {
		t.Fatal(err)
	}
	before := sign(t, key, order(), orderTime)
	clear(secret) // as who loaded it may do
	if after := sign(t, key, order(), orderTime); after != before {
		t.Error("the key changed with the caller's bytes")
	}
}

// keyHolder holds a key where package fmt may call no method of it.
type keyHolder struct {
	key  ingress.Key
	keys []ingress.Key
	byID map[string]ingress.Key
	any  any
	at   *ingress.Key
}

// secretForms are the texts that a print of the secret has a piece of.
func secretForms(secret []byte) []string {
	forms := []string{
		string(secret), hex.EncodeToString(secret), strings.ToUpper(hex.EncodeToString(secret)),
		base64.StdEncoding.EncodeToString(secret)[:16], base64.RawURLEncoding.EncodeToString(secret)[:16],
	}
	for _, verb := range formats() {
		// A struct's field has another type in front of the list.
		list := strings.Trim(strings.TrimPrefix(fmt.Sprintf(verb, secret[:8]), "[]byte"), "[]{}")
		if len(list) >= 8 {
			forms = append(forms, list)
		}
	}
	return forms
}

// formats are all verbs of package fmt, with the flags that change how they print,
// and some that are no verbs.
func formats() []string {
	var list []string
	for _, verb := range "vTtbcdoOqxXUeEfFgGspwyz!" {
		for _, flags := range []string{"", "+", "#", "-", " ", "0", "+#", "# ", "200", ".200", "-200.200"} {
			list = append(list, "%"+flags+string(verb))
		}
	}
	return list
}

func TestKeyPrintsNoSecret(t *testing.T) {
	t.Parallel()
	secret := []byte("correct-horse-battery-staple-0123")
	key, err := ingress.NewKey("router-a", secret)
	if err != nil {
		t.Fatal(err)
	}
	trust := newTrust(t, ingress.Attestation("worker", key))
	forms := secretForms(secret)
	leak := func(text string) string {
		for _, form := range forms {
			if strings.Contains(text, form) {
				return form
			}
		}
		return ""
	}
	// The search has to find what is there.
	for _, format := range []string{"%v", "%s", "%x", "%X", "%d", "%#v", "%q", "%o", "%b"} {
		for _, bare := range []any{secret, struct{ b []byte }{secret}, &struct{ s []byte }{secret}} {
			if text := fmt.Sprintf(format, bare); leak(text) == "" {
				t.Errorf("a secret printed by %s as %q is not seen", format, text)
			}
		}
	}

	h := keyHolder{key: key, keys: []ingress.Key{key}, byID: map[string]ingress.Key{"a": key}, any: key, at: &key}
	values := map[string]any{
		"key": key, "pointer": &key, "slice": []ingress.Key{key}, "map": map[string]ingress.Key{"a": key}, "map key": map[ingress.Key]int{key: 1},
		"array": [1]ingress.Key{key}, "exported field": struct{ Key ingress.Key }{key}, "pointer in a field": struct{ Key *ingress.Key }{&key},
		"hidden": h, "pointer to hidden": &h, "list of hidden": []*keyHolder{&h}, "trust": trust, "pointer to trust": &trust,
		"trust in a field": struct{ t ingress.TrustConfig }{trust}, "option": ingress.Attestation("worker", key),
	}
	for name, value := range values {
		for _, format := range formats() {
			text := fmt.Sprintf(format, value)
			if form := leak(text); form != "" {
				t.Errorf("%s: %s prints %q, which has %q of the secret", name, format, text, form)
			}
		}
		if text := fmt.Sprint(value) + fmt.Sprintln(value); leak(text) != "" {
			t.Errorf("%s: Print shows the secret", name)
		}
		var out bytes.Buffer
		for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
			slog.New(handler).Info("start", "value", value, slog.Group("in", "value", value))
		}
		if form := leak(out.String()); form != "" {
			t.Errorf("%s: a log line has %q of the secret: %s", name, form, out.String())
		}
		if text, err := json.Marshal(value); err == nil && leak(string(text)) != "" {
			t.Errorf("%s: JSON shows the secret: %s", name, text)
		}
		out.Reset()
		if err := gob.NewEncoder(&out).Encode(value); err == nil && leak(out.String()) != "" {
			t.Errorf("%s: gob shows the secret", name)
		}
	}
}

func TestKeyPrintsID(t *testing.T) {
	t.Parallel()
	key := newKey(t, "router-a", 'a')
	for _, row := range []struct {
		got, want string
	}{
		{key.String(), "ingress.Key(router-a)"},
		{key.GoString(), "ingress.Key(router-a)"},
		{fmt.Sprintf("%v %#v %s %x", key, key, key, &key), "ingress.Key(router-a) ingress.Key(router-a) ingress.Key(router-a) ingress.Key(router-a)"},
		{key.LogValue().String(), "ingress.Key(router-a)"},
		{ingress.Key{}.String(), "ingress.Key(none)"},
		{ingress.Key{}.ID(), ""},
		{fmt.Sprintf("%d", ingress.Key{}), "ingress.Key(none)"},
	} {
		if row.got != row.want {
			t.Errorf("got %s, want %s", row.got, row.want)
		}
	}
}
