/** A browser without scripts, for tests that send HTTP requests to a running server. */
@NullMarked
package org.campanile.testkit.browser;

import org.jspecify.annotations.NullMarked;
