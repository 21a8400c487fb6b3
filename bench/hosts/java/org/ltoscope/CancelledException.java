package org.ltoscope;

/** An execution ended by {@link Plan#cancel}. Thrown by the library itself. */
public final class CancelledException extends EngineException {
    private static final long serialVersionUID = 1;

    public CancelledException(String message) {
        super(message);
    }
}
