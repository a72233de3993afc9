/** The endpoints of all protocols and pages, for the filters. */
@NullMarked
package org.campanile.web.endpoint;

import org.jspecify.annotations.NullMarked;
