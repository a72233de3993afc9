package org.campanile.web.config;

import java.util.ArrayList;
import java.util.List;

/** Lines of a label and its value, in two columns. */
public final class SummaryLines {

	private static final int LABEL_WIDTH = 16;

	private final List<String> lines = new ArrayList<>();

	public SummaryLines add(String label, String value) {
		lines.add(label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length())) + value);
		return this;
	}

	public List<String> lines() {
		return List.copyOf(lines);
	}

}
