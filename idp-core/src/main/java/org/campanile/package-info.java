/** Campanile: a single sign-on server. Packages below are features. */
@NullMarked
package org.campanile;

import org.jspecify.annotations.NullMarked;
