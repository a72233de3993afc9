/**
 * LDAP through the UnboundID SDK: pools, failover and limits.
 */
@NullMarked
package org.campanile.directory;

import org.jspecify.annotations.NullMarked;
