/**
 * Explains to administrators what a service would receive about a user, and why, without
 * a sign-on.
 */
@NullMarked
package org.campanile.explain;

import org.jspecify.annotations.NullMarked;
