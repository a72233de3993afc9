/** Attributes, their sources and their release: settings, and the beans made of them. */
@NullMarked
package org.campanile.web.attribute;

import org.jspecify.annotations.NullMarked;
