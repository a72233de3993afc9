/**
 * Attribute release: which attributes and identifiers a service receives, and the reason
 * for each decision.
 */
@NullMarked
package org.campanile.release;

import org.jspecify.annotations.NullMarked;
