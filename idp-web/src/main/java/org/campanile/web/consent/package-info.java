/** What users agree to or read between a login and a service: settings and pages. */
@NullMarked
package org.campanile.web.consent;

import org.jspecify.annotations.NullMarked;
