/**
 * The rules of structure that hold in every module. A module takes part by a test class
 * that extends {@link org.campanile.architecture.ArchitectureContract}.
 */
@NullMarked
package org.campanile.testkit.architecture;

import org.jspecify.annotations.NullMarked;
