package org.campanile.web.page;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A section of a page that lists items, each with its actions.
 *
 * @param id unique on the page
 * @param text the text above the list; null for nothing
 * @param items the listed items; null for nothing
 * @param links further links; null for nothing
 */
public record Section(String id, String heading, @Nullable String text, @Nullable List<Item> items,
		@Nullable List<Action> links) {

	/** Creates a section without its empty parts. */
	public static Section of(String id, String heading, @Nullable String text, List<Item> items, List<Action> links) {
		return new Section(id, heading, text, items.isEmpty() ? null : List.copyOf(items),
				links.isEmpty() ? null : List.copyOf(links));
	}

	/**
	 * An item of the section.
	 *
	 * @param name its name, of one line
	 * @param lines the description of the item
	 * @param actions the actions on the item
	 */
	public record Item(String name, List<String> lines, List<Action> actions) {

		public Item {
			lines = List.copyOf(lines);
			actions = List.copyOf(actions);
		}

	}

	/**
	 * A link.
	 *
	 * @param url the target
	 * @param text the visible text
	 * @param label the text with what it refers to, for who does not see where it stands
	 */
	public record Action(String url, String text, String label) {
	}

}
