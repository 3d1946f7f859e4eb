import sys

import msgspec

decode = msgspec.json.Decoder().decode
encode = msgspec.msgpack.Encoder().encode
with open(sys.argv[1], "rb") as lines, open("/dev/null", "wb") as out:
    for line in lines:
        out.write(encode(decode(decode(line)["json"])))
