/** Mail to users about what was changed in how they sign in. */
@NullMarked
package org.campanile.web.notice;

import org.jspecify.annotations.NullMarked;
