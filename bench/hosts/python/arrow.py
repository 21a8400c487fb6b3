"""Arrow's C data and stream interfaces by ctypes alone: reading what a library hands out, and handing a table over.

The structs are fixed by https://arrow.apache.org/docs/format/CDataInterface.html. Read are the formats that the engine
hands out (C i l d:P,S tdD u, and dictionaries of texts), which has no NULLs and no offsets.
"""

import ctypes
import datetime
import decimal
import errno
import itertools
import struct

WIDEST_DECIMAL = 16  # bytes
EPOCH = datetime.date(1970, 1, 1)
decimal.getcontext().prec = 60  # more digits than 128 bits hold


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


class ArrowStream(ctypes.Structure):
    pass


ReleaseSchema = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))
ReleaseArray = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))
ReleaseStream = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowStream))
GetSchema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowStream), ctypes.POINTER(ArrowSchema))
GetNext = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowStream), ctypes.POINTER(ArrowArray))
GetLastError = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(ArrowStream))

ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", ReleaseSchema),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", ReleaseArray),
    ("private_data", ctypes.c_void_p),
]
ArrowStream._fields_ = [
    ("get_schema", GetSchema),
    ("get_next", GetNext),
    ("get_last_error", GetLastError),
    ("release", ReleaseStream),
    ("private_data", ctypes.c_void_p),
]


def release(owned):
    """Gives the memory of a struct back, unless that has been done."""
    if owned.release:
        owned.release(ctypes.byref(owned))


# Reading.

FIXED_FORMATS = {"C": "B", "i": "i", "l": "q", "tdD": "i"}


def read_texts(array):
    ends = struct.unpack(f"<{array.length + 1}i", ctypes.string_at(array.buffers[1], 4 * (array.length + 1)))
    joined = ctypes.string_at(array.buffers[2], ends[-1]) if ends[-1] else b""
    return [joined[start:end].decode() for start, end in zip(ends, ends[1:])]


def read_decimals(array, scale):
    data = ctypes.string_at(array.buffers[1], WIDEST_DECIMAL * array.length)
    units = (
        int.from_bytes(data[place : place + WIDEST_DECIMAL], "little", signed=True)
        for place in range(0, len(data), WIDEST_DECIMAL)
    )
    return [decimal.Decimal(unit).scaleb(-scale) for unit in units]


def read_column(schema, array):
    """The values as int, Decimal, date or str; integers of 128 bits, which Arrow does not have, as Decimal."""
    kind = schema.format.decode()
    if kind == "u":
        return read_texts(array)
    if kind.startswith("d:"):
        return read_decimals(array, int(kind.split(",")[1]))
    if kind not in FIXED_FORMATS:
        raise ValueError(f"column {schema.name.decode()} has the format {kind}; expected C, i, l, d:P,S, tdD or u")
    code = f"<{array.length}{FIXED_FORMATS[kind]}"
    values = struct.unpack(code, ctypes.string_at(array.buffers[1], struct.calcsize(code)))
    if schema.dictionary:
        words = read_texts(array.dictionary.contents)
        return [words[value] for value in values]
    if kind == "tdD":
        return [EPOCH + datetime.timedelta(days=value) for value in values]
    return list(values)


def read_batch(schema, array):
    """The rows as tuples."""
    columns = [
        read_column(schema.children[c].contents, array.children[c].contents) for c in range(schema.n_children)
    ]
    return list(zip(*columns))


def read_stream(stream):
    """The names of the columns and the rows; releases the stream."""
    schema = ArrowSchema()
    rows = []

    def check(status):
        if status != 0:
            text = stream.get_last_error(ctypes.byref(stream)) or b"no text"
            raise OSError(status, text.decode())

    try:
        check(stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
        while True:
            array = ArrowArray()
            check(stream.get_next(ctypes.byref(stream), ctypes.byref(array)))
            if not array.release:
                names = [schema.children[c].contents.name.decode() for c in range(schema.n_children)]
                return names, rows
            try:
                rows += read_batch(schema, array)
            finally:
                release(array)
    finally:
        release(schema)
        release(stream)


# Handing over. What a struct points to lives in `kept` until the struct is released; its private data is the key.

kept = {}
keys = itertools.count(1)


def keep(owner, *things):
    owner.private_data = next(keys)
    kept[owner.private_data] = things


def let_go(pointer, null):
    """Children go with their parent, unless a reader has moved them out."""
    owner = pointer.contents
    for c in range(getattr(owner, "n_children", 0)):
        release(owner.children[c].contents)
    del kept[owner.private_data]
    owner.release = null


release_schema = ReleaseSchema(lambda pointer: let_go(pointer, ReleaseSchema()))
release_array = ReleaseArray(lambda pointer: let_go(pointer, ReleaseArray()))
release_stream = ReleaseStream(lambda pointer: let_go(pointer, ReleaseStream()))


def pointers_to(struct_type, children):
    return (ctypes.POINTER(struct_type) * len(children))(*(ctypes.pointer(child) for child in children))


def buffers_of(kind, values):
    """The second buffer and those after it; the first would say which values are NULL."""
    if kind == "l":
        return [struct.pack(f"<{len(values)}q", *values)]
    if kind == "u":
        texts = [value.encode() for value in values]
        ends = [sum(map(len, texts[:count])) for count in range(len(texts) + 1)]
        return [struct.pack(f"<{len(ends)}i", *ends), b"".join(texts)]
    scale = int(kind.split(",")[1])
    units = (int(value.scaleb(scale)) for value in values)
    return [b"".join(unit.to_bytes(WIDEST_DECIMAL, "little", signed=True) for unit in units)]


def fill_array(out, length, children=(), buffers=()):
    data = [ctypes.create_string_buffer(buffer, max(len(buffer), 1)) for buffer in buffers]
    addresses = (ctypes.c_void_p * (1 + len(data)))(None, *map(ctypes.addressof, data))
    pointers = pointers_to(ArrowArray, children)
    out.length, out.null_count, out.offset = length, 0, 0
    out.n_buffers, out.buffers = len(addresses), addresses
    out.n_children, out.children = len(children), pointers
    out.release = release_array
    keep(out, data, addresses, pointers, children)


def new_array(length, buffers):
    array = ArrowArray()
    fill_array(array, length, (), buffers)
    return array


def fill_schema(out, kind, name="", children=()):
    pointers = pointers_to(ArrowSchema, children)
    texts = kind.encode(), name.encode()
    out.format, out.name = texts
    out.n_children, out.children = len(children), pointers
    out.release = release_schema
    keep(out, texts, pointers, children)


def new_schema(kind, name):
    schema = ArrowSchema()
    fill_schema(schema, kind, name)
    return schema


def export_table(columns):
    """An ArrowStream of one batch. Columns are (name, format, values): "l" of int, "d:P,S" of Decimal, "u" of str."""
    stream = ArrowStream()
    batches = [columns]

    def get_schema(_, out):
        fill_schema(out.contents, "+s", "", [new_schema(kind, name) for name, kind, _ in columns])
        return 0

    def get_next(_, out):
        try:
            ctypes.memset(out, 0, ctypes.sizeof(ArrowArray))
            if batches:
                batch = batches.pop()
                children = [new_array(len(values), buffers_of(kind, values)) for _, kind, values in batch]
                fill_array(out.contents, len(batch[0][2]), children)
            return 0
        except (ValueError, TypeError, OverflowError, struct.error):
            return errno.EINVAL  # an exception must not leave a callback

    stream.get_schema = GetSchema(get_schema)
    stream.get_next = GetNext(get_next)
    stream.get_last_error = GetLastError(lambda _: None)
    stream.release = release_stream
    keep(stream, stream.get_schema, stream.get_next, stream.get_last_error)
    return stream
