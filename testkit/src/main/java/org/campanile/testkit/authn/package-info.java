/** The contract of authentication methods, as tests that an implementation inherits. */
@NullMarked
package org.campanile.testkit.authn;

import org.jspecify.annotations.NullMarked;
