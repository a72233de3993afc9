/**
 * What every sign-on protocol has in common and everything else may know of one: its
 * name, its endpoints, and what services call a sign-on by.
 */
@NullMarked
package org.campanile.protocol;

import org.jspecify.annotations.NullMarked;
