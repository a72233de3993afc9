/**
 * The contracts of stores of persistent identifiers and consent, as tests that a backend
 * inherits.
 */
@NullMarked
package org.campanile.testkit.identifier;

import org.jspecify.annotations.NullMarked;
