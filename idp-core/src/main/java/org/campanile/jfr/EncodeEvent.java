package org.campanile.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A response is encoded for its binding. */
@Name("campanile.Encode")
@Label("Encode")
@Description("A response is encoded for its binding")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
public final class EncodeEvent extends LoginEvent {

	@Label("Bytes")
	@Description("Of the response, before it was encoded")
	@DataAmount
	private int bytes;

	private EncodeEvent() {
	}

	/** Begins. */
	public static EncodeEvent begun() {
		EncodeEvent event = new EncodeEvent();
		event.begin();
		return event;
	}

	/** Ends. */
	public void ended(int response) {
		end();
		if (shouldCommit()) {
			bytes = response;
			commit();
		}
	}

}
