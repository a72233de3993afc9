/** nginx in front of nodes, configured by the files of {@code deploy/nginx}. */
@NullMarked
package org.campanile.testkit.nginx;

import org.jspecify.annotations.NullMarked;
