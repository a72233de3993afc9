@NullMarked
package org.campanile.web.security;

import org.jspecify.annotations.NullMarked;
