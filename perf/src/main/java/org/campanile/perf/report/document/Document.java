package org.campanile.perf.report.document;

import java.util.List;

/**
 * What is written as one page.
 *
 * @param title plain
 * @param blocks before the first section
 * @param sections in order
 */
public record Document(String title, List<Block> blocks, List<Section> sections) {

	public Document {
		blocks = List.copyOf(blocks);
		sections = List.copyOf(sections);
	}

}
