/**
 * A kind of attribute source that no other code knows: a file with a line for each user.
 */
@NullMarked
package org.campanile.fake.source;

import org.jspecify.annotations.NullMarked;
