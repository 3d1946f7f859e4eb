package ingress

import "github.com/kvhints/hintcheck/decoder"

// handoffRule says what one value of a handoff may be.
type handoffRule uint8

const (
	takesAnything  handoffRule = iota // nothing in it is looked at
	takesContainer                    // as anything, but handoffs stand in it (package doc)

	takesDisaggregated // the handoff members themselves
	takesKVTransfer
	takesECTransfer
	takesHosts
	takesPortBatch
	takesRooms
	takesKeys

	takesFlag
	takesInt32Number
	takesUint64ID
	takesInt63ID
	takesHashWord
	takesGroupSize
	takesGroupSizeOrText
	takesRankNumber
	takesScheduleStyle
	takesBlockCount
	takesFileSize
	takesSeconds
	takesPort
	takesPortOrNull
	takesInt63IDOrNull

	takesRequestType
	takesModeText
	takesHostText
	takesHostTextOrNull
	takesIDText
	takesIDTextOrNull
	takesLongText
	takesEndpointText
	takesBlob
	takesTextOrNumber

	takesFreeList
	takesRunList
	takesRun
	takesTokenList
	takesHandleList
	takesHashList
	takesHash
	takesBlockGroups
	takesBlockGroup
	takesRequestList
	takesPorts
	takesItemList

	takesFreeObject
	takesUsageObject
	takesDetailsObject
	takesSpecObject
	takesEntryObject
	takesItemObject
	takesEndpointsObject

	numHandoffRules = iota
)

// kinds is a set of decoder.Kind.
type kinds uint16

const (
	isNull    kinds = 1 << decoder.Null
	isFlag    kinds = 1<<decoder.False | 1<<decoder.True
	isInteger kinds = 1 << decoder.Integer
	isFloat   kinds = 1 << decoder.Float
	isText    kinds = 1 << decoder.String
	isList    kinds = 1 << decoder.Array
	isObject  kinds = 1 << decoder.Object
	isAny           = isNull | isFlag | isInteger | isFloat | isText | isList | isObject
)

// handoffValue is what a rule comes to.
type handoffValue struct {
	kinds kinds

	least   int64  // of an integer
	most    uint64 // of an integer
	decimal bool   // text is such an integer in digits

	bytes int  // most of a text
	types bool // text is one of the request types

	elements handoffRule // of an array
	count    int         // most of them, 0: any number
	exact    bool        // and no fewer

	object  handoffObject
	lenient bool // what is of another kind is an unknown field

	want string
}

// handoffRules says of each rule what it takes, and how to say so.
var handoffRules = [numHandoffRules]handoffValue{
	takesAnything:  {kinds: isAny},
	takesContainer: {kinds: isAny, elements: takesContainer},

	takesDisaggregated: {kinds: isObject | isNull, object: inDisaggregated, want: "an object or null"},
	takesKVTransfer:    {kinds: isObject | isNull, object: inKVTransfer, want: "an object or null"},
	takesECTransfer:    {kinds: isObject | isNull, object: inECTransfer, want: "an object or null"},
	// SGLang, class GenerateReqInput of python/sglang/srt/managers/io_struct.py: one,
	// or one for each prompt of a batch.
	takesHosts: {
		kinds: isText | isList | isNull, bytes: largestHost, elements: takesHostTextOrNull, count: largestBatch,
		want: "a string of at most 255 bytes, null, or an array of at most 65536 of them",
	},
	takesPortBatch: {
		kinds: isInteger | isText | isList | isNull, least: 1, most: 65535, decimal: true, elements: takesPortOrNull, count: largestBatch,
		want: "a port, 1 to 65535, null, or an array of at most 65536 of them",
	},
	takesRooms: {
		kinds: isInteger | isList | isNull, most: 1<<63 - 1, elements: takesInt63IDOrNull, count: largestBatch,
		want: "an integer 0 to 9223372036854775807, null, or an array of at most 65536 of them",
	},
	takesKeys: {
		kinds: isText | isList | isNull, bytes: largestText, elements: takesIDTextOrNull, count: largestBatch,
		want: "a string of at most 1024 bytes, null, or an array of at most 65536 of them",
	},

	takesFlag:            {kinds: isFlag, want: "true or false"},
	takesInt32Number:     {kinds: isInteger, most: largestInt32, want: "an integer 0 to 2147483647"},
	takesUint64ID:        {kinds: isInteger, most: 1<<64 - 1, want: "an integer 0 to 18446744073709551615"},
	takesInt63ID:         {kinds: isInteger, most: 1<<63 - 1, want: "an integer 0 to 9223372036854775807"},
	takesHashWord:        {kinds: isInteger, least: -1 << 31, most: 1<<32 - 1, want: "an integer -2147483648 to 4294967295"}, // int32 or uint32
	takesGroupSize:       {kinds: isInteger, least: 1, most: largestGroup, want: "an integer 1 to 4096"},
	takesGroupSizeOrText: {kinds: isInteger | isText, least: 1, most: largestGroup, decimal: true, want: "an integer 1 to 4096, or its digits in a string"},
	takesRankNumber:      {kinds: isInteger, most: largestGroup - 1, want: "an integer 0 to 4095"},
	takesScheduleStyle:   {kinds: isInteger, most: 1, want: "0, context first, or 1, generation first"},
	takesBlockCount:      {kinds: isInteger, most: largestBlocks, want: "an integer 0 to 1048576"},
	takesFileSize:        {kinds: isInteger, most: largestFile, want: "an integer 0 to 1099511627776"},
	takesSeconds:         {kinds: isInteger | isFloat, want: "a number that is finite as float64"},
	takesPort:            {kinds: isInteger | isText, least: 1, most: 65535, decimal: true, want: "a port, 1 to 65535, or its digits in a string"},
	takesPortOrNull:      {kinds: isInteger | isText | isNull, least: 1, most: 65535, decimal: true, want: "a port, 1 to 65535, or null"},
	takesInt63IDOrNull:   {kinds: isInteger | isNull, most: 1<<63 - 1, want: "an integer 0 to 9223372036854775807 or null"},

	takesRequestType:    {kinds: isText, types: true, want: "context_only, generation_only or context_and_generation"},
	takesModeText:       {kinds: isText, bytes: 64, want: "a string of at most 64 bytes"},
	takesHostText:       {kinds: isText, bytes: largestHost, want: "a string of at most 255 bytes"},
	takesHostTextOrNull: {kinds: isText | isNull, bytes: largestHost, want: "a string of at most 255 bytes or null"},
	takesIDText:         {kinds: isText, bytes: largestText, want: "a string of at most 1024 bytes"},
	takesIDTextOrNull:   {kinds: isText | isNull, bytes: largestText, want: "a string of at most 1024 bytes or null"},
	takesLongText:       {kinds: isText, bytes: largestLongText, want: "a string of at most 4096 bytes"},
	takesEndpointText:   {kinds: isText, bytes: largestURL, want: "a string of at most 2048 bytes"},
	takesBlob:           {kinds: isText, bytes: largestBlob, want: "a string of at most 1048576 bytes"},
	takesTextOrNumber: {
		kinds: isText | isInteger, bytes: largestText, most: 1<<64 - 1,
		want: "a string of at most 1024 bytes or an integer 0 to 18446744073709551615",
	},

	takesFreeList:    {kinds: isList, count: largestList, want: "an array of at most 4096 values"},
	takesRunList:     {kinds: isList, elements: takesRun, count: largestList, want: "an array of at most 4096 arrays"},
	takesRun:         {kinds: isList, want: "an array"},
	takesTokenList:   {kinds: isList, elements: takesInt32Number, count: largestList, want: "an array of at most 4096 token ids"},
	takesHandleList:  {kinds: isList, elements: takesFreeObject, count: largestList, want: "an array of at most 4096 objects"},
	takesHashList:    {kinds: isList, elements: takesHash, count: largestList, want: "an array of at most 4096 hashes"},
	takesHash:        {kinds: isList, elements: takesHashWord, count: 8, exact: true, want: "an array of exactly 8 integers"},
	takesBlockGroups: {kinds: isList, elements: takesBlockGroup, count: largestBlocks, want: "an array of at most 1048576 block ids, or of arrays of them"},
	takesBlockGroup: {
		kinds: isInteger | isList, most: largestInt32, elements: takesInt32Number, count: largestBlocks,
		want: "an integer 0 to 2147483647, or an array of at most 1048576 of them",
	},
	takesRequestList: {kinds: isList, elements: takesLongText, count: largestBatch, want: "an array of at most 65536 request ids"},
	takesPorts: {
		kinds: isInteger | isText | isList, least: 1, most: 65535, decimal: true, elements: takesPort, count: largestList,
		want: "a port, 1 to 65535, or an array of at most 4096 of them",
	},
	takesItemList: {kinds: isList, elements: takesItemObject, count: largestList, want: "an array of at most 4096 objects"},

	takesFreeObject:      {kinds: isObject, want: "an object"},
	takesUsageObject:     {kinds: isObject, object: inUsage, want: "an object"},
	takesDetailsObject:   {kinds: isObject, object: inDetails, want: "an object"},
	takesSpecObject:      {kinds: isObject, object: inSpec, want: "an object"},
	takesEntryObject:     {kinds: isObject, object: inECEntry, lenient: true},
	takesItemObject:      {kinds: isObject, object: inECItem, want: "an object"},
	takesEndpointsObject: {kinds: isObject, object: inECEndpoints, want: "an object"},
}

// rootRule returns the rule of the handoff member whose folded name this is. An
// unknown bootstrap_* takes anything; known says whether the name is another one.
func rootRule(folded []byte) (rule handoffRule, known bool) {
	switch string(folded) {
	case "disaggregatedparams":
		return takesDisaggregated, true
	case "kvtransferparams":
		return takesKVTransfer, true
	case "ectransferparams":
		return takesECTransfer, true
	case "bootstraphost":
		return takesHosts, true
	case "bootstrapport":
		return takesPortBatch, true
	case "bootstraproom":
		return takesRooms, true
	case "bootstrappairkey":
		return takesKeys, true
	}
	return takesAnything, false
}
