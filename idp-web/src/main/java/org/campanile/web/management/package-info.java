/**
 * The management port for administrators: users' sessions and identifiers, flight
 * recordings, and the token that protects them.
 */
@NullMarked
package org.campanile.web.management;

import org.jspecify.annotations.NullMarked;
