/** When a protocol is right, as tests that its own test class inherits. */
@NullMarked
package org.campanile.testkit.protocol;

import org.jspecify.annotations.NullMarked;
