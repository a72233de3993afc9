/**
 * Architecture rules for all modules. A module is checked by a test class that extends
 * {@link org.campanile.testkit.architecture.ArchitectureContract}.
 */
@NullMarked
package org.campanile.testkit.architecture;

import org.jspecify.annotations.NullMarked;
