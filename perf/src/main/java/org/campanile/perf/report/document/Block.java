package org.campanile.perf.report.document;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A piece of a section. */
public sealed interface Block permits Block.Note, Block.Beside, Block.Fold, Block.Links, Table, Chart {

	/** How prominent a note is. */
	enum Tone {

		/** Running text. */
		PLAIN,
		/** What a reader should know. */
		REMARK,
		/** What makes figures doubtful. */
		WARNING,
		/** What must not happen. */
		FAILURE

	}

	/**
	 * One paragraph.
	 *
	 * @param tone how prominent
	 * @param text plain
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
	 * @param title what can be opened
	 * @param blocks hidden at first
	 */
	record Fold(String title, List<Block> blocks) implements Block {

		public Fold {
			blocks = List.copyOf(blocks);
		}

	}

	/**
	 * Files to open.
	 *
	 * @param title what they are
	 * @param links each of them
	 */
	record Links(String title, List<Link> links) implements Block {

		public Links {
			links = List.copyOf(links);
		}

	}

	/**
	 * A file to open.
	 *
	 * @param text plain
	 * @param path relative to the document, segments separated by {@code /}, not encoded
	 */
	record Link(String text, String path) {

		/**
		 * Encoded, segment by segment; the leading {@code ./} keeps a colon in the first
		 * from being read as a scheme.
		 */
		public String address() {
			return "./" + Arrays.stream(path.split("/"))
				.map(segment -> URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
				.collect(Collectors.joining("/"));
		}

	}

}
