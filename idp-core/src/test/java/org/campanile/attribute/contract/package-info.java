/** What every source of attributes must do, as tests that an implementation inherits. */
@NullMarked
package org.campanile.attribute.contract;

import org.jspecify.annotations.NullMarked;
