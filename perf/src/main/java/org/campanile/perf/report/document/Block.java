package org.campanile.perf.report.document;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A part of a section. */
public sealed interface Block permits Block.Note, Block.Beside, Block.Fold, Block.Links, Table, Chart {

	/** How prominent a note is. */
	enum Tone {

		/** Running text. */
		PLAIN,
		/** Information that readers should know. */
		REMARK,
		/** A reason to doubt figures. */
		WARNING,
		/** A failure that must not happen. */
		FAILURE

	}

	/**
	 * A paragraph.
	 *
	 * @param tone how prominent it is
	 * @param text plain text
	 */
	record Note(Tone tone, String text) implements Block {

		public static Note plain(String text) {
			return new Note(Tone.PLAIN, text);
		}

		public static Note remark(String text) {
			return new Note(Tone.REMARK, text);
		}

		public static Note warning(String text) {
			return new Note(Tone.WARNING, text);
		}

		public static Note failure(String text) {
			return new Note(Tone.FAILURE, text);
		}

	}

	/**
	 * Blocks side by side where the page is wide enough.
	 *
	 * @param blocks from left to right
	 */
	record Beside(List<Block> blocks) implements Block {

		public Beside {
			blocks = List.copyOf(blocks);
		}

	}

	/**
	 * Blocks that are shown on request.
	 *
	 * @param title the title that is always shown
	 * @param blocks the blocks hidden at first
	 */
	record Fold(String title, List<Block> blocks) implements Block {

		public Fold {
			blocks = List.copyOf(blocks);
		}

	}

	/**
	 * Links to files.
	 *
	 * @param title what the files are
	 * @param links the links
	 */
	record Links(String title, List<Link> links) implements Block {

		public Links {
			links = List.copyOf(links);
		}

	}

	/**
	 * A link to a file.
	 *
	 * @param text plain text
	 * @param path relative to the document, segments separated by {@code /}, not encoded
	 */
	record Link(String text, String path) {

		/**
		 * Returns the path encoded segment by segment; the leading {@code ./} keeps a
		 * colon in the first segment from being read as a scheme.
		 */
		public String address() {
			return "./" + Arrays.stream(path.split("/"))
				.map(segment -> URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
				.collect(Collectors.joining("/"));
		}

	}

}
