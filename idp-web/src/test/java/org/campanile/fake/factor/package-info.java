/**
 * A second factor that no other code knows: the user enters the number on the page plus
 * one.
 */
@NullMarked
package org.campanile.fake.factor;

import org.jspecify.annotations.NullMarked;
