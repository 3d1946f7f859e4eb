package main

// groups are all files, by rising ids. A new group takes the next thousand.
func groups() []group {
	return []group{
		integers(),
		numbers(),
		nesting(),
		size(),
		stringCases(),
		surrogates(),
		duplicates(),
		grammar(),
		trust(),
		envelopes(),
		precedence(),
		msgpack(),
	}
}
