/**
 * Attribute resolution: connectors read source values, definitions turn them into
 * attributes.
 */
@NullMarked
package org.campanile.attribute;

import org.jspecify.annotations.NullMarked;
