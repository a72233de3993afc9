/**
 * Overload protection: serves as many requests at once as the machine can, lets others
 * wait briefly, and cheaply refuses those that get no permit in time.
 */
@NullMarked
package org.campanile.web.overload;

import org.jspecify.annotations.NullMarked;
