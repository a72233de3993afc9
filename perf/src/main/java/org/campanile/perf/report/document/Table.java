package org.campanile.perf.report.document;

import java.util.ArrayList;
import java.util.List;

/**
 * A table with a heading for every row and column.
 *
 * @param caption what it shows; unique enough to be cited
 * @param origin the origin of its figures; a table holds figures of one origin only
 * @param corner heading of the column with the row headings
 * @param columns headings of the other columns
 * @param groups groups of rows, with headings of their own
 * @param note a note below it; empty for none
 */
public record Table(String caption, Origin origin, String corner, List<String> columns, List<Group> groups,
		String note) implements Block {

	/** Stands for a missing figure. */
	public static final String MISSING = "–";

	/** The origin of figures. */
	public enum Origin {

		/** Measured by the runs of this report. */
		MEASURED,
		/** Published by others, on other machines. */
		PUBLISHED

	}

	/**
	 * A group of rows.
	 *
	 * @param name heading of the group; empty for none
	 * @param rows in order
	 */
	public record Group(String name, List<Row> rows) {

		public Group {
			rows = List.copyOf(rows);
		}

	}

	/**
	 * A row.
	 *
	 * @param head its heading
	 * @param cells a cell for each column; {@link #MISSING} is added where there are
	 * fewer
	 * @param bad whether it reports something that must not happen
	 */
	public record Row(String head, List<String> cells, boolean bad) {

		public Row {
			cells = List.copyOf(cells);
		}

		public Row(String head, List<String> cells) {
			this(head, cells, false);
		}

	}

	public Table {
		columns = List.copyOf(columns);
		int width = columns.size();
		groups = groups.stream().map(group -> filled(group, width)).toList();
	}

	/** Returns a table of the report's own runs, in one group. */
	public static Table measured(String caption, String corner, List<String> columns, List<Row> rows) {
		return new Table(caption, Origin.MEASURED, corner, columns, List.of(new Group("", rows)), "");
	}

	/** Returns a table of the report's own runs, in groups; empty groups are left out. */
	public static Table grouped(String caption, String corner, List<String> columns, List<Group> groups) {
		return new Table(caption, Origin.MEASURED, corner, columns,
				groups.stream().filter(group -> !group.rows().isEmpty()).toList(), "");
	}

	public Table withNote(String text) {
		return new Table(caption, origin, corner, columns, groups, text);
	}

	public boolean isPublished() {
		return origin == Origin.PUBLISHED;
	}

	/** Whether it has no rows. */
	public boolean isEmpty() {
		return groups.stream().allMatch(group -> group.rows().isEmpty());
	}

	/** Whether a column holds figures, and is aligned right. */
	boolean isNumeric(int column) {
		return groups.stream()
			.flatMap(group -> group.rows().stream())
			.map(row -> row.cells().get(column))
			.allMatch(cell -> cell.isEmpty() || cell.equals(MISSING) || cell.matches("[-−+]?[0-9.].{0,40}"));
	}

	private static Group filled(Group group, int columns) {
		return new Group(group.name(), group.rows().stream().map(row -> filled(row, columns)).toList());
	}

	private static Row filled(Row row, int columns) {
		List<String> cells = new ArrayList<>(row.cells().subList(0, Math.min(columns, row.cells().size())));
		while (cells.size() < columns) {
			cells.add(MISSING);
		}
		return new Row(row.head(), cells, row.bad());
	}

}
