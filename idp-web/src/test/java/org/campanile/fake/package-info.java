/**
 * A protocol that no other code knows: links name services, and other links tell services
 * who signed on.
 */
@NullMarked
package org.campanile.fake;

import org.jspecify.annotations.NullMarked;
