/** The page and the settings of the factor that another system checks. */
@NullMarked
package org.campanile.web.factor.external;

import org.jspecify.annotations.NullMarked;
