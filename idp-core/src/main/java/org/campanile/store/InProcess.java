package org.campanile.store;

/**
 * Marks a store that lives in this process and never keeps its caller waiting: it needs
 * no deadline and no breaker.
 */
public interface InProcess {

}
