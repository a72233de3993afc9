/** The Spring Boot application: composes the core with HTTP, pages and stores. */
@NullMarked
package org.campanile.web;

import org.jspecify.annotations.NullMarked;
