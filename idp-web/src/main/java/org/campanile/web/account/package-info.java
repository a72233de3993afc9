/** The page on which users see and change their own data on this server. */
@NullMarked
package org.campanile.web.account;

import org.jspecify.annotations.NullMarked;
