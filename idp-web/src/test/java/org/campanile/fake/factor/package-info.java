/**
 * A second factor that nothing else knows of: the user repeats a number that the page
 * shows, and adds one.
 */
@NullMarked
package org.campanile.fake.factor;

import org.jspecify.annotations.NullMarked;
