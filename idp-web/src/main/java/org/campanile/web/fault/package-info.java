/**
 * Error handling: every failure becomes a page with a code and an audit line, and no
 * other details are disclosed.
 */
@NullMarked
package org.campanile.web.fault;

import org.jspecify.annotations.NullMarked;
