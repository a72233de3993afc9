/**
 * The registry of CAS services: files in the home folder, in YAML or as a CAS server
 * wrote them in JSON.
 */
@NullMarked
package org.campanile.web.cas.registry;

import org.jspecify.annotations.NullMarked;
