/**
 * What tests, the demo and measurements are made with and the server does without. Not
 * part of the product.
 */
@NullMarked
package org.campanile.testkit;

import org.jspecify.annotations.NullMarked;
