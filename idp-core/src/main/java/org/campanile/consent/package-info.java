/** A user's consent to what a service is told, hashed and sealed in the store. */
@org.jspecify.annotations.NullMarked
package org.campanile.consent;
