package org.campanile.store;

/**
 * Marker of a store in this process that never blocks its caller: it needs no deadline
 * and no circuit breaker.
 */
public interface InProcess {

}
