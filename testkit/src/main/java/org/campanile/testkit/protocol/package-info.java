/** The contracts of protocols, as tests that an implementation inherits. */
@NullMarked
package org.campanile.testkit.protocol;

import org.jspecify.annotations.NullMarked;
