/** A browser without script, for tests that talk HTTP to a running server. */
@NullMarked
package org.campanile.testkit.browser;

import org.jspecify.annotations.NullMarked;
