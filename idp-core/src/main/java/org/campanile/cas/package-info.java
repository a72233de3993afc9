/**
 * The CAS protocol, version 3.0 (specification 3.0.3): services, tickets, their
 * validation and logout.
 */
@NullMarked
package org.campanile.cas;

import org.jspecify.annotations.NullMarked;
