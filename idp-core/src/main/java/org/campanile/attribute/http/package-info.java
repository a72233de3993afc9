/** A web service that answers in JSON as a source of attributes. */
@NullMarked
package org.campanile.attribute.http;

import org.jspecify.annotations.NullMarked;
