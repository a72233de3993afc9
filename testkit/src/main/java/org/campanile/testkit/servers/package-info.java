/** Installed servers and a real browser, for the tests that need them. */
@NullMarked
package org.campanile.testkit.servers;

import org.jspecify.annotations.NullMarked;
