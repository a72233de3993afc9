package org.campanile.perf.report.document;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Addresses of files beside a document. */
final class RelativeAddress {

	private RelativeAddress() {
	}

	/**
	 * Encodes every segment; the leading {@code ./} keeps a colon in the first from being
	 * read as a scheme.
	 */
	static String of(String path) {
		return "./" + Arrays.stream(path.split("/"))
			.map(segment -> URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
			.collect(Collectors.joining("/"));
	}

}
