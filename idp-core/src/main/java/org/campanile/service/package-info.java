/** Services, as everything but their protocol sees them, and the registries of them. */
@NullMarked
package org.campanile.service;

import org.jspecify.annotations.NullMarked;
