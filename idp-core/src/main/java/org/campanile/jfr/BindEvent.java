package org.campanile.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A password is checked by the directory. */
@Name("campanile.Bind")
@Label("Bind")
@Description("The directory checks a password")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
public final class BindEvent extends LoginEvent {

	@Label("Outcome")
	@Description("accepted, refused, or failed where the directory gave no answer")
	private String outcome = "";

	private BindEvent() {
	}

	/** Begins. */
	public static BindEvent begun() {
		BindEvent event = new BindEvent();
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
