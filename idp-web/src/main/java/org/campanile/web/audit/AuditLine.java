package org.campanile.web.audit;

import org.campanile.audit.AuditEvent;

/** A way to write an event as one line. Thread-safe. */
interface AuditLine {

	/** The line, without its end; whatever is hostile in it is escaped. */
	CharSequence of(AuditEvent event);

}
