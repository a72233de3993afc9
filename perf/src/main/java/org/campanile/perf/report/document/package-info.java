/**
 * Documents of sections, tables and charts, and their writers for HTML and Markdown.
 * Nothing here depends on what was measured: all text is plain text, which the writers
 * escape.
 */
@NullMarked
package org.campanile.perf.report.document;

import org.jspecify.annotations.NullMarked;
