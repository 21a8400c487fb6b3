"""libengine.so as a Python program meets it: loaded by path, its C functions called through ctypes."""

import contextlib
import ctypes

from arrow import ArrowArray, ArrowSchema, ArrowStream, read_batch, release

OK = 0

Pointer, Text, Int = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64

# Of the functions used here: the result, then the arguments. cdylib/engine_api.h has their contracts.
FUNCTIONS = {
    "memory_balance": (Int,),
    "last_error": (Text,),
    "context_create": (Pointer, Pointer),
    "context_release": (None, Pointer),
    "table_generate": (ctypes.c_int, Pointer, Text, ctypes.c_double),
    "table_import": (ctypes.c_int, Pointer, Text, ctypes.POINTER(ArrowStream)),
    "plan_create": (Pointer, Pointer, Text, Int),
    "plan_tpch": (Pointer, Pointer, ctypes.c_int32),
    "plan_release": (None, Pointer),
    "plan_explain": (Text, Pointer),
    "plan_execute": (ctypes.c_int, Pointer),
    "plan_next": (Int, Pointer, ctypes.POINTER(ArrowArray), ctypes.POINTER(ArrowSchema)),
    "plan_stream": (ctypes.c_int, Pointer, ctypes.POINTER(ArrowStream)),
    "query_run": (ctypes.c_int, Pointer, ctypes.c_int32),
    "result_text": (Text, Pointer),
}


class Options(ctypes.Structure):
    _fields_ = [("threads", ctypes.c_int32), ("batch_size", ctypes.c_int32)]


class EngineError(Exception):
    pass


class Library:
    def __init__(self, path):
        loaded = ctypes.CDLL(path)
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(loaded, "engine_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def check(self, worked):
        if not worked:
            raise EngineError(self.last_error().decode())


class Engine:
    """A context; close it after its plans."""

    def __init__(self, library, threads=0):
        self.library = library
        self.context = library.context_create(ctypes.byref(Options(threads, 0)))
        library.check(self.context)

    def close(self):
        self.library.context_release(self.context)

    def generate(self, table, scale_factor):
        self.library.check(self.library.table_generate(self.context, table.encode(), scale_factor) == OK)

    def import_table(self, name, stream):
        self.library.check(self.library.table_import(self.context, name.encode(), ctypes.byref(stream)) == OK)

    def result_text(self, query):
        """What the library itself makes of a TPC-H query's rows."""
        self.library.check(self.library.query_run(self.context, query) == OK)
        return self.library.result_text(self.context).decode()

    def tpch_plan(self, query):
        return self._plan(self.library.plan_tpch(self.context, query))

    def plan(self, encoded):
        return self._plan(self.library.plan_create(self.context, encoded, len(encoded)))

    def _plan(self, handle):
        self.library.check(handle)
        return contextlib.closing(Plan(self.library, handle))


class Plan:
    def __init__(self, library, handle):
        self.library = library
        self.handle = handle

    def close(self):
        self.library.plan_release(self.handle)

    def execute(self):
        self.library.check(self.library.plan_execute(self.handle) == OK)

    def explain(self):
        return self.library.plan_explain(self.handle).decode()

    def batches(self):
        """Lists of tuples: the rows that have not been handed out."""
        while True:
            array, schema = ArrowArray(), ArrowSchema()
            count = self.library.plan_next(self.handle, ctypes.byref(array), ctypes.byref(schema))
            self.library.check(count >= 0)
            if count == 0:
                return
            try:
                yield read_batch(schema, array)
            finally:
                release(array)
                release(schema)

    def stream(self):
        stream = ArrowStream()
        self.library.check(self.library.plan_stream(self.handle, ctypes.byref(stream)) == OK)
        return stream
