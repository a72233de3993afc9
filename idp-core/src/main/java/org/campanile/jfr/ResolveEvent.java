package org.campanile.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A user's attributes are resolved. */
@Name("campanile.Resolve")
@Label("Resolve")
@Description("A person's attributes are resolved")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
public final class ResolveEvent extends LoginEvent {

	@Label("Anew")
	@Description("Whether the directory was asked again for a session, instead of using the entry of the login")
	private boolean anew;

	@Label("Attributes")
	@Description("How many have a value")
	private int attributes;

	private ResolveEvent() {
	}

	/** Begins. */
	public static ResolveEvent begun() {
		ResolveEvent event = new ResolveEvent();
		event.begin();
		return event;
	}

	/** Ends. */
	public void ended(boolean askedAnew, int count) {
		end();
		if (shouldCommit()) {
			anew = askedAnew;
			attributes = count;
			commit();
		}
	}

}
