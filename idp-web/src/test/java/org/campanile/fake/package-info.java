/**
 * A protocol that nothing else knows of: services are named in a link, and learn in
 * another link who signed on.
 */
@NullMarked
package org.campanile.fake;

import org.jspecify.annotations.NullMarked;
