/** Single logout over HTTP: endpoints for services, and the pages people see. */
@NullMarked
package org.campanile.web.logout;

import org.jspecify.annotations.NullMarked;
