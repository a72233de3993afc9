/** Single logout over HTTP: endpoints for services, and the pages for users. */
@NullMarked
package org.campanile.web.logout;

import org.jspecify.annotations.NullMarked;
