package org.campanile.web.audit;

import org.campanile.audit.AuditEvent;

/**
 * Sees every event of the audit log on the thread of its request, which it must not delay
 * or fail. Thread-safe.
 */
@FunctionalInterface
public interface AuditListener {

	void recorded(AuditEvent event);

}
