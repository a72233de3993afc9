/**
 * Users' consent to the release of attributes to services, hashed and sealed in the
 * store.
 */
@org.jspecify.annotations.NullMarked
package org.campanile.consent;
