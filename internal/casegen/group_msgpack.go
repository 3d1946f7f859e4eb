package main

func msgpack() group {
	const ints, strs, lists, maps, floats, other = "IntegerWidth", "StringWidth", "ArrayWidth", "MapWidth", "FloatBits", "FormOrder"
	str := func(name string, n int, head, why string) row {
		return value(row{name: name, in: inXOf(join(text(`"`), rep("a", n), text(`"`))), limits: "largest-32",
			want: admitsXOf(join(text(unhex(head)), rep("a", n))), why: why, flags: []string{strs}})
	}
	key := func(name string, n int, head, why string) row {
		return value(row{name: name, in: inXOf(join(text(`{"`), rep("k", n), text(`":0}`))), limits: "largest-32",
			want: admitsXOf(join(text("\x81"+unhex(head)), rep("k", n), text("\x00"))), why: why, flags: []string{strs}})
	}
	list := func(name string, n int, head, why string) row {
		return value(row{name: name, in: inXOf(join(text("["), rep("0,", n-1), text("0]"))), limits: "largest-32",
			want: admitsXOf(join(text(unhex(head)), rep("\x00", n))), why: why, flags: []string{lists}})
	}
	// The names are the numbers from 0 in five digits, and "last".
	object := func(name string, n int, head, why string) row {
		return value(row{name: name, in: inXOf(join(text("{"), counted(`"`, 5, `":0,`, n-1), text(`"last":0}`))), limits: "largest-32",
			want: admitsXOf(join(text(unhex(head)), counted("\xa5", 5, "\x00", n-1), text("\xa4last\x00"))), why: why, flags: []string{maps}})
	}
	return group{
		name:  "msgpack",
		about: "The MessagePack form at every width of every type.",
		first: 12001,
		cases: []row{
			fits("positive-fixint-first", "0", "00", "0 to 127 are one byte.", ints),
			fits("positive-fixint-last", "127", "7f", "127 is the last positive fixint.", ints),
			fits("uint8-first", "128", "cc80", "128 needs uint 8: unsigned forms are used from 0 up.", ints),
			fits("uint8-last", "255", "ccff", "255 is the last uint 8.", ints),
			fits("uint16-first", "256", "cd0100", "256 needs uint 16.", ints),
			fits("uint16-int16-last", "32767", "cd7fff", "32767 would fit int 16, and the unsigned form is used.", ints),
			fits("uint16-int16-next", "32768", "cd8000", "32768 fits uint 16 only.", ints),
			fits("uint16-last", "65535", "cdffff", "65535 is the last uint 16.", ints),
			fits("uint32-first", "65536", "ce00010000", "65536 needs uint 32.", ints),
			fits("uint32-int32-next", "2147483648", "ce80000000", "2^31 fits uint 32 only.", ints),
			fits("uint32-last", "4294967295", "ceffffffff", "2^32-1 is the last uint 32.", ints),
			fits("uint64-first", "4294967296", "cf0000000100000000", "2^32 needs uint 64.", ints),
			fits("uint64-int64-next", "9223372036854775808", "cf8000000000000000", "2^63 fits uint 64 only.", ints),
			fits("uint64-last", "18446744073709551615", "cfffffffffffffffff", "2^64-1 is the last uint 64.", ints),
			fits("negative-fixint-first", "-1", "ff", "-1 to -32 are one byte.", ints),
			fits("negative-fixint-last", "-32", "e0", "-32 is the last negative fixint.", ints),
			fits("int8-first", "-33", "d0df", "-33 needs int 8.", ints),
			fits("int8-last", "-128", "d080", "-128 is the last int 8.", ints),
			fits("int16-first", "-129", "d1ff7f", "-129 needs int 16.", ints),
			fits("int16-last", "-32768", "d18000", "-32768 is the last int 16.", ints),
			fits("int32-first", "-32769", "d2ffff7fff", "-32769 needs int 32.", ints),
			fits("int32-last", "-2147483648", "d280000000", "-2^31 is the last int 32.", ints),
			fits("int64-first", "-2147483649", "d3ffffffff7fffffff", "-2^31-1 needs int 64.", ints),
			fits("int64-last", "-9223372036854775808", "d38000000000000000", "-2^63 is the last int 64.", ints),

			value(row{name: "fixstr-empty", in: inX(`""`), want: admitsX("\xa0"), why: "An empty string is a head alone.", flags: []string{strs}}),
			str("fixstr-last", 31, "bf", "31 bytes are the last fixstr."),
			str("str8-first", 32, "d920", "32 bytes need str 8, which old encoders lack."),
			str("str8-last", 255, "d9ff", "255 bytes are the last str 8."),
			str("str16-first", 256, "da0100", "256 bytes need str 16."),
			str("str16-last", 65535, "daffff", "65,535 bytes are the last str 16."),
			str("str32-first", 65536, "db00010000", "65,536 bytes need str 32."),
			value(row{name: "width-counts-bytes", in: inX(`"` + repeat("é", 16) + `"`), want: admitsX("\xd9\x20" + repeat("é", 16)), why: "16 characters of two bytes are 32 bytes: str 8.", flags: []string{strs}}),
			{name: "width-counts-unescaped-bytes", in: inX(`"` + repeat(`\u0061`, 31) + `"`), want: admitsX("\xbf" + repeat("a", 31)), why: "31 letters spelt with 186 bytes are a fixstr.", flags: []string{strs}},
			key("name-fixstr-last", 31, "bf", "Names are written like strings."),
			key("name-str8-first", 32, "d920", "Names are written like strings."),
			key("name-str16-first", 256, "da0100", "Names are written like strings."),
			key("name-str32-first", 65536, "db00010000", "Names are written like strings."),

			value(row{name: "fixarray-empty", in: inX("[]"), want: admitsX("\x90"), why: "An empty array is a head alone.", flags: []string{lists}}),
			list("fixarray-last", 15, "9f", "15 elements are the last fixarray."),
			list("array16-first", 16, "dc0010", "16 elements need array 16: arrays have no 8-bit width."),
			list("array16-256", 256, "dc0100", "256 elements cross no width of arrays."),
			list("array16-last", 65535, "dcffff", "65,535 elements are the last array 16."),
			list("array32-first", 65536, "dd00010000", "65,536 elements need array 32."),
			value(row{name: "fixmap-empty", in: inX("{}"), want: admitsX("\x80"), why: "An empty object is a head alone.", flags: []string{maps}}),
			object("fixmap-last", 15, "8f", "15 members are the last fixmap."),
			object("map16-first", 16, "de0010", "16 members need map 16: maps have no 8-bit width."),
			object("map16-last", 65535, "deffff", "65,535 members are the last map 16."),
			object("map32-first", 65536, "df00010000", "65,536 members need map 32."),
			value(row{name: "envelope-is-map16", in: join(text(`{"protocol_version":"0.1","message_id":"m","actions":[]`), counted(`,"`, 2, `":0`, 13), text("}")), want: admitsAs(join(text("\xde\x00\x10\xb0protocol_version\xa30.1\xaamessage_id\xa1m\xa7actions\x90"), counted("\xa2", 2, "\x00", 13))), why: "An envelope of 16 members has map 16 as its first byte.", flags: []string{maps}}),
			value(row{name: "actions-are-array16", in: join(text(actionsHead), rep(goodAction+",", 15), text(goodAction+actionsTail)), want: admitsAs(join(text("\x83\xb0protocol_version\xa30.1\xaamessage_id\xa1m\xa7actions\xdc\x00\x10"), rep("\x84\xa9action_id\xa1i\xabaction_type\xa1t\xaeaction_version\xa1v\xa7payload\x80", 16))), why: "16 actions need array 16.", flags: []string{lists}}),

			float("float-zero", "0.0", "0000000000000000", "A float is eight bytes, whatever its value.", floats),
			float("float-minus-zero", "-0.0", "8000000000000000", "The sign of zero is kept.", floats, "NegativeZero"),
			float("float-one", "1.0", "3ff0000000000000", "A whole float is not written as an integer.", floats),
			float("float-half", "0.5", "3fe0000000000000", "A float that float32 holds is still float 64.", floats),
			float("float-minus-one-and-a-half", "-1.5", "bff8000000000000", "The sign bit is the first.", floats),
			float("float-smallest-subnormal", "5e-324", "0000000000000001", "The smallest subnormal.", floats),
			float("float-smallest-subnormal-negative", "-4.9406564584124654e-324", "8000000000000001", "The smallest subnormal below zero, in 17 digits.", floats),
			float("float-largest-subnormal", "2.225073858507201e-308", "000fffffffffffff", "The largest subnormal in its shortest spelling.", floats),
			float("float-smallest-normal", "2.2250738585072014e-308", "0010000000000000", "The smallest normal.", floats),
			float("float-largest", "1.7976931348623157E+308", "7fefffffffffffff", "The largest float64.", floats),
			float("float-lowest", "-1.7976931348623157e308", "ffefffffffffffff", "The lowest float64.", floats),
			float("float-2-64", "1.8446744073709552e19", "43f0000000000000", "2^64 as a float stays a float.", floats),

			value(row{name: "literals", in: inX("[null,false,true]"), want: admitsX("\x93\xc0\xc2\xc3"), why: "nil, false and true.", flags: []string{other}}),
			value(row{name: "members-not-sorted", in: inX(`{"b":1,"a":{"d":2,"c":3}}`), want: admitsX("\x82\xa1b\x01\xa1a\x82\xa1d\x02\xa1c\x03"), why: "Members are written as received, on every level.", flags: []string{other}}),
			{name: "whitespace-leaves-no-trace", in: inX("{ \"b\" :\n[ 1 ,\t2 ] }"), want: admitsX("\x81\xa1b\x92\x01\x02"), why: "Whitespace is not part of the value.", flags: []string{other}},
			{name: "escapes-leave-no-trace", in: inX(`{"\u0062":"\/\u00e9\ud83d\ude00"}`), want: admitsX("\x81\xa1b\xa7/é😀"), why: "Strings are written unescaped, in UTF-8.", flags: []string{other}},
			value(row{name: "strings-are-str", in: inX(`"\u0000\u0001"`), want: admitsX("\xa2\x00\x01"), why: "Strings are str, never bin, whatever they hold.", flags: []string{other}}),
			value(row{name: "block-hashes", in: inPayload(`{"source_control_endpoint":"tcp://10.0.0.1:7000","block_hashes":[18446744073709551615,1,-1]}`), want: admitsPayload("\x82\xb7source_control_endpoint\xb3tcp://10.0.0.1:7000\xacblock_hashes\x93\xcf\xff\xff\xff\xff\xff\xff\xff\xff\x01\xff"), why: "A fetch action as producers send it.", flags: []string{other}}),
		},
	}
}
