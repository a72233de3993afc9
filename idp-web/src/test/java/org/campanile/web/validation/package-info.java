@NullMarked
package org.campanile.web.validation;

import org.jspecify.annotations.NullMarked;
