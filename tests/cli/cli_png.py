# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
#
# cli_png.py PICTURE R G B: prints how many points of a picture (8 bits a colour, no alpha, not interlaced) have this colour.
import struct
import sys
import zlib


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def nearest(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def rows(data):
    """Undoes the filters of the rows (PNG specification, section 9)."""
    parts = list(chunks(data))
    width, height, depth, colour = struct.unpack(">IIBB", parts[0][1][:10])
    assert (depth, colour) == (8, 2), "not 8 bits of red, green and blue"
    raw, size = zlib.decompress(b"".join(part for kind, part in parts if kind == b"IDAT")), 3 * width
    above = bytes(size)
    for y in range(height):
        kind, row = raw[y * (size + 1)], bytearray(raw[y * (size + 1) + 1 : (y + 1) * (size + 1)])
        for i in range(size if kind else 0):
            left, corner = (row[i - 3], above[i - 3]) if i >= 3 else (0, 0)
            row[i] = row[i] + (0, left, above[i], (left + above[i]) // 2, nearest(left, above[i], corner))[kind] & 255
        yield row
        above = row


wanted = bytes(int(part) for part in sys.argv[2:5])
with open(sys.argv[1], "rb") as file:
    print(sum(row[i : i + 3] == wanted for row in rows(file.read()) for i in range(0, len(row), 3)))
