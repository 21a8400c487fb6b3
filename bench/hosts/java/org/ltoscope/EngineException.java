package org.ltoscope;

/** A wrong argument or a wrong order of calls; the message says which. Thrown by the library itself. */
public class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public EngineException(String message) {
        super(message);
    }
}
