/** nginx in front of nodes, as the files of {@code deploy/nginx} configure it. */
@NullMarked
package org.campanile.testkit.nginx;

import org.jspecify.annotations.NullMarked;
