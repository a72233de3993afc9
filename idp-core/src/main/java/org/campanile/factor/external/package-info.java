/** A factor that another system checks, such as privacyIDEA. */
@NullMarked
package org.campanile.factor.external;

import org.jspecify.annotations.NullMarked;
