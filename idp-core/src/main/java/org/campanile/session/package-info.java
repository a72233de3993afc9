/** Single sign-on sessions and the interface of their stores. */
@NullMarked
package org.campanile.session;

import org.jspecify.annotations.NullMarked;
