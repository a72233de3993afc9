/** The web part of the server. */
@NullMarked
package org.campanile.web;

import org.jspecify.annotations.NullMarked;
