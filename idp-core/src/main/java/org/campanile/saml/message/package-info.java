/**
 * What SAML messages say once they are parsed, and what their signatures are held
 * against: nothing in them is believed yet.
 */
@NullMarked
package org.campanile.saml.message;

import org.jspecify.annotations.NullMarked;
