/** Support for tests that talk HTTP to a running server. */
@NullMarked
package org.campanile.web.testkit;

import org.jspecify.annotations.NullMarked;
