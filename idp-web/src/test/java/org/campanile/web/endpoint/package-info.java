@NullMarked
package org.campanile.web.endpoint;

import org.jspecify.annotations.NullMarked;
