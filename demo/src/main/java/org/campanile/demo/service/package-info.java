/** Two services to try single sign-on with: they start a login and show the response. */
@NullMarked
package org.campanile.demo.service;

import org.jspecify.annotations.NullMarked;
