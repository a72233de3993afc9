/**
 * Why a user's sign-on to a service says what it says: for administrators, without a
 * sign-on.
 */
@NullMarked
package org.campanile.explain;

import org.jspecify.annotations.NullMarked;
