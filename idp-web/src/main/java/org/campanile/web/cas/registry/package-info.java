/**
 * The registry of CAS services: files in {@code services/} of the home folder, in YAML or
 * as a CAS server has them.
 */
@NullMarked
package org.campanile.web.cas.registry;

import org.jspecify.annotations.NullMarked;
