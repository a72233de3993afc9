/** Name identifiers: which one a service gets, and how it is computed. */
@NullMarked
package org.campanile.saml.nameid;

import org.jspecify.annotations.NullMarked;
