/** The directory: settings, and the beans made of them. */
@NullMarked
package org.campanile.web.directory;

import org.jspecify.annotations.NullMarked;
