package org.ltoscope;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory of the library through direct buffers, in the byte order of the machine that it is made for. */
final class ArrowMemory {
    /** Of a pointer and of the 64-bit integers in Arrow's structs. */
    static final int WORD = 8;

    private ArrowMemory() {}

    /** Zeros. */
    static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Readable as long as the memory is there; empty at address 0. */
    static ByteBuffer at(long address, long length) {
        if (address == 0) {
            return allocate(0);
        }
        return Engine.memory(address, length).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The pointer or integer at a place of a struct or list, counted in words. */
    static long word(ByteBuffer memory, long place) {
        return memory.getLong(Math.toIntExact(place * WORD));
    }
}
