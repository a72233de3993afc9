package org.campanile.perf.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.report.document.Table.Origin;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Published results of a scenario.
 *
 * @param scenario name of the scenario
 * @param source who published the results
 * @param hardware the hardware of the measurement
 * @param method what a reader must know to compare
 * @param inBrief its best figures by name
 * @param tables its tables of figures
 */
record Published(String scenario, String source, String hardware, String method, Map<String, String> inBrief,
		List<PublishedTable> tables) {

	/**
	 * A published table.
	 *
	 * @param caption what it shows
	 * @param corner heading of the row headings
	 * @param columns headings of the other columns
	 * @param groups rows by configuration, with the digits as published
	 */
	record PublishedTable(String caption, String corner, List<String> columns, List<Table.Group> groups) {
	}

	private static final JsonMapper JSON = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.build();

	private static final String RESOURCE = "published.json";

	/** Returns what was published on a scenario; empty if nothing was. */
	static Optional<Published> of(String scenario) {
		return all().stream().filter(one -> one.scenario().equals(scenario)).findFirst();
	}

	static List<Published> all() {
		try (InputStream content = new ClassPathResource(RESOURCE, Published.class).getInputStream()) {
			return List.of(JSON.readValue(content, Published[].class));
		}
		catch (IOException exception) {
			throw new UncheckedIOException(RESOURCE + " cannot be read", exception);
		}
	}

	/** Returns a table of the best figures. */
	Block inShort() {
		return new Table(source + ", " + hardware + ": in short", Origin.PUBLISHED, "", List.of("published"),
				List.of(new Table.Group("",
						inBrief.entrySet()
							.stream()
							.map(figure -> new Table.Row(figure.getKey(), List.of(figure.getValue())))
							.toList())),
				"");
	}

	/** Returns the tables, marked as published. */
	List<Block> blocks() {
		return tables.stream()
			.<Block>map(table -> new Table(source + ", " + hardware + ": " + table.caption(), Origin.PUBLISHED,
					table.corner(), table.columns(), table.groups(), method))
			.toList();
	}

}
