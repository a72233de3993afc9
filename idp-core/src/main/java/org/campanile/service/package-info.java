/** Services, independent of their protocol, and their registries. */
@NullMarked
package org.campanile.service;

import org.jspecify.annotations.NullMarked;
