/**
 * LDAP through the UnboundID SDK: pools, failover, limits, and the embedded directory.
 */
@NullMarked
package org.campanile.directory;

import org.jspecify.annotations.NullMarked;
