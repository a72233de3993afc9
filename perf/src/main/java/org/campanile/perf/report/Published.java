package org.campanile.perf.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.report.document.Table.Origin;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was published of a scenario.
 *
 * @param scenario its name
 * @param source who measured what
 * @param hardware it was measured on
 * @param method what a reader must know to compare
 * @param tables of figures
 */
record Published(String scenario, String source, String hardware, String method, List<PublishedTable> tables) {

	/**
	 * A table as published.
	 *
	 * @param caption what it shows
	 * @param corner heading of the row headings
	 * @param columns headings of the others
	 * @param groups rows
	 */
	record PublishedTable(String caption, String corner, List<String> columns, List<PublishedGroup> groups) {
	}

	/**
	 * Rows of one configuration.
	 *
	 * @param name of the configuration; empty for none
	 * @param rows in order
	 */
	record PublishedGroup(String name, List<PublishedRow> rows) {
	}

	/**
	 * A row.
	 *
	 * @param head with unit
	 * @param values with the digits they were published with; null where there is none
	 */
	record PublishedRow(String head, List<@Nullable BigDecimal> values) {
	}

	private static final String RESOURCE = "published.json";

	/** Of a scenario; empty if nothing was published. */
	static Optional<Published> of(String scenario) {
		return all().stream().filter(one -> one.scenario().equals(scenario)).findFirst();
	}

	static List<Published> all() {
		try (InputStream content = Published.class.getResourceAsStream(RESOURCE)) {
			if (content == null) {
				throw new IllegalStateException(RESOURCE + " is not on the class path: the build is incomplete");
			}
			return List.of(new JsonMapper().readValue(content, Published[].class));
		}
		catch (IOException exception) {
			throw new UncheckedIOException(RESOURCE + " cannot be read", exception);
		}
	}

	/** Its tables, marked as published. */
	List<Block> blocks() {
		return tables.stream()
			.<Block>map(table -> new Table(source + ", " + hardware + ": " + table.caption(), Origin.PUBLISHED,
					table.corner(), table.columns(),
					table.groups()
						.stream()
						.map(group -> new Table.Group(group.name(), group.rows().stream().map(Published::row).toList()))
						.toList(),
					method))
			.toList();
	}

	private static Table.Row row(PublishedRow row) {
		return new Table.Row(row.head(), row.values().stream().map(Published::print).toList());
	}

	private static String print(@Nullable BigDecimal value) {
		return value == null ? Table.MISSING
				: String.format(Locale.ROOT, "%,." + Math.max(0, value.scale()) + "f", value);
	}

}
