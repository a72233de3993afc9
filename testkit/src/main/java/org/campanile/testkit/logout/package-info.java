/** Logouts as services and stores see them, for the tests of this and other modules. */
@NullMarked
package org.campanile.testkit.logout;

import org.jspecify.annotations.NullMarked;
