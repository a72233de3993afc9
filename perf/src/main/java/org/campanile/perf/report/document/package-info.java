/**
 * A document of sections, tables and charts, and what writes it as HTML and as Markdown.
 * Knows nothing of what was measured: every text in it is plain text, and the writers
 * escape all of it.
 */
@NullMarked
package org.campanile.perf.report.document;

import org.jspecify.annotations.NullMarked;
