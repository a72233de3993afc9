/**
 * Whatever goes wrong ends here, as a page with a code and an audit line; nothing else
 * leaves the server.
 */
@NullMarked
package org.campanile.web.fault;

import org.jspecify.annotations.NullMarked;
