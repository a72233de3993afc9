package org.campanile.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An element is digested and signed. */
@Name("campanile.Sign")
@Label("Sign")
@Description("An element is digested and signed")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
public final class SignEvent extends LoginEvent {

	@Label("Algorithm")
	private String algorithm = "";

	@Label("Bytes")
	@Description("Of the element, without its signature")
	@DataAmount
	private int bytes;

	private SignEvent() {
	}

	/** Begins. */
	public static SignEvent begun() {
		SignEvent event = new SignEvent();
		event.begin();
		return event;
	}

	/** Ends. */
	public void ended(String by, int signed) {
		end();
		if (shouldCommit()) {
			algorithm = by;
			bytes = signed;
			commit();
		}
	}

}
