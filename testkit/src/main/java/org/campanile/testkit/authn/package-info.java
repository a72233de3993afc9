/** What every authentication method must do. */
@NullMarked
package org.campanile.testkit.authn;

import org.jspecify.annotations.NullMarked;
