/** Settings and pages of what users agree to or read between a login and a service. */
@NullMarked
package org.campanile.web.consent;

import org.jspecify.annotations.NullMarked;
