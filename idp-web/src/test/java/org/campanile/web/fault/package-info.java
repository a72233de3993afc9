@NullMarked
package org.campanile.web.fault;

import org.jspecify.annotations.NullMarked;
