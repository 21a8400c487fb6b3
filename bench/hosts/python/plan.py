"""Plans as bytes, as far as an example needs them. core/plan/encoding.h says what the bytes mean; they are data, so that
any language can write them."""

SCAN, FILTER, PROJECT, AGGREGATE, JOIN, GROUP_JOIN, SCALAR, SORT = range(8)
COLUMN, NUMBER, DATE, TEXT, CALL = range(5)
COUNT, SUM, AVERAGE, MINIMUM, MAXIMUM = range(5)
ADD, SUBTRACT, MULTIPLY = range(3)


def varint(number):
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + varint(number // 128)


def text(value):
    encoded = value.encode()
    return varint(len(encoded)) + encoded


def list_of(items):
    return varint(len(items)) + b"".join(items)


def option(value):
    return b"\0" if value is None else b"\1" + value


def column(name):
    return bytes([COLUMN]) + text(name)


def call(function, *arguments):
    return bytes([CALL, function]) + list_of(arguments)


def scan(table, columns):
    return bytes([SCAN]) + text(table) + list_of([text(name) for name in columns])


def aggregate(source, keys, calls):
    """Calls are (function, name of the result, expression or None)."""
    written = [bytes([function]) + text(name) + option(argument) for function, name, argument in calls]
    return bytes([AGGREGATE]) + list_of([text(key) for key in keys]) + list_of(written) + source


def sort(source, names):
    return bytes([SORT]) + list_of([text(name) + b"\0" for name in names]) + option(None) + source


def plan(last_step):
    return b"plan" + bytes([1]) + last_step
