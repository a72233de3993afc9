/** The page on which users see and change what this server keeps of them. */
@NullMarked
package org.campanile.web.account;

import org.jspecify.annotations.NullMarked;
