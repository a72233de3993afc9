/** Logouts as seen by services and stores, for the tests of all modules. */
@NullMarked
package org.campanile.testkit.logout;

import org.jspecify.annotations.NullMarked;
