/** Mail to users about changes of how they sign in. */
@NullMarked
package org.campanile.web.notice;

import org.jspecify.annotations.NullMarked;
