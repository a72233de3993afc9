package org.campanile.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A store does something, as its caller sees it. */
@Name("campanile.Store")
@Label("Store")
@Description("An operation of a store, repeats and waiting included")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
public final class StoreEvent extends LoginEvent {

	@Label("Store")
	@Description("sessions, one-time-values, persistent-identifiers or consents")
	private String store = "";

	@Label("Operation")
	private String operation = "";

	@Label("Outcome")
	@Description("answered, or failed where it did not within its time")
	private String outcome = "";

	private StoreEvent() {
	}

	/** Begins. */
	public static StoreEvent begun() {
		StoreEvent event = new StoreEvent();
		event.begin();
		return event;
	}

	/** Ends, with one of the outcomes of the field. */
	public void ended(String which, String what, String how) {
		end();
		if (shouldCommit()) {
			store = which;
			operation = what;
			outcome = how;
			commit();
		}
	}

}
