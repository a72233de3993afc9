package org.campanile.perf.report.document;

import java.util.List;

/**
 * A document that is written as one page.
 *
 * @param title plain text
 * @param blocks before the first section
 * @param sections the sections, in order
 */
public record Document(String title, List<Block> blocks, List<Section> sections) {

	public Document {
		blocks = List.copyOf(blocks);
		sections = List.copyOf(sections);
	}

	/**
	 * A part of a document, under a heading.
	 *
	 * @param title plain text
	 * @param blocks before its parts
	 * @param parts sections one level lower
	 */
	public record Section(String title, List<Block> blocks, List<Section> parts) {

		public Section {
			blocks = List.copyOf(blocks);
			parts = List.copyOf(parts);
		}

		public Section(String title, List<Block> blocks) {
			this(title, blocks, List.of());
		}

		public boolean isEmpty() {
			return blocks.isEmpty() && parts.stream().allMatch(Section::isEmpty);
		}

	}

}
