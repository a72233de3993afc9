/**
 * Serves as many requests at once as the machine can and lets the others wait for a
 * moment; refuses those whose turn does not come, before they have cost anything.
 */
@NullMarked
package org.campanile.web.overload;

import org.jspecify.annotations.NullMarked;
