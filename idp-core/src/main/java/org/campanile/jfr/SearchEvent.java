package org.campanile.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A user's entry is searched in the directory. */
@Name("campanile.Search")
@Label("Search")
@Description("The directory searches for a person")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
public final class SearchEvent extends LoginEvent {

	@Label("Outcome")
	@Description("found, none, refused where the answer names no one person, or failed where there was none")
	private String outcome = "";

	private SearchEvent() {
	}

	/** Begins. */
	public static SearchEvent begun() {
		SearchEvent event = new SearchEvent();
		event.begin();
		return event;
	}

	/** Ends, with one of the values of the field. */
	public void ended(String how) {
		end();
		if (shouldCommit()) {
			outcome = how;
			commit();
		}
	}

}
