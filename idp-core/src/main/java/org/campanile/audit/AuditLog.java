package org.campanile.audit;

/** Receives audit events. Thread-safe; never throws and never waits for a slow disk. */
@FunctionalInterface
public interface AuditLog {

	void record(AuditEvent event);

}
