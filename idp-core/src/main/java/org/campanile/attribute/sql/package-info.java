/** A database as a source of attributes. The only package here that knows JDBC. */
@NullMarked
package org.campanile.attribute.sql;

import org.jspecify.annotations.NullMarked;
