package org.campanile.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A stage of a login in a flight recording, from {@code begin} to {@code commit}. Without
 * a stack trace, because each kind is created in one place. Used by one thread; costs a
 * few nanoseconds without a recording.
 */
@Category("Campanile")
@StackTrace(false)
public abstract class LoginEvent extends Event {

	@Name("campanile.Bind")
	@Label("Bind")
	@Description("The directory checks a password")
	public static final class Bind extends LoginEvent {

		@Label("Outcome")
		@Description("accepted, refused, or failed if the directory did not answer")
		public String outcome = "failed";

	}

	@Name("campanile.Search")
	@Label("Search")
	@Description("The directory searches for a user")
	public static final class Search extends LoginEvent {

		@Label("Outcome")
		@Description("found, none, refused if the result is not a single user, or failed if the directory did not "
				+ "answer")
		public String outcome = "failed";

	}

	@Name("campanile.Resolve")
	@Label("Resolve")
	@Description("A user's attributes are resolved")
	public static final class Resolve extends LoginEvent {

		@Label("Anew")
		@Description("Whether the directory was read again for a session, instead of using the entry of the login")
		public boolean anew;

		@Label("Attributes")
		@Description("How many have a value")
		public int attributes;

	}

	@Name("campanile.Sign")
	@Label("Sign")
	@Description("An element is digested and signed")
	public static final class Sign extends LoginEvent {

		@Label("Algorithm")
		public String algorithm = "";

		@Label("Bytes")
		@Description("Of the element, without its signature")
		@DataAmount
		public int bytes;

	}

	@Name("campanile.Encrypt")
	@Label("Encrypt")
	@Description("An assertion is encrypted")
	public static final class Encrypt extends LoginEvent {

		@Label("Algorithm")
		@Description("Of the content")
		public String algorithm = "";

		@Label("Key Transport")
		public String keyTransport = "";

		@Label("Bytes")
		@Description("Of the assertion")
		@DataAmount
		public int bytes;

	}

	@Name("campanile.Encode")
	@Label("Encode")
	@Description("A response is encoded for its binding")
	public static final class Encode extends LoginEvent {

		@Label("Bytes")
		@Description("Of the response, before it was encoded")
		@DataAmount
		public int bytes;

	}

	@Name("campanile.Store")
	@Label("Store")
	@Description("An operation of a store, including retries and waiting")
	public static final class Store extends LoginEvent {

		@Label("Store")
		@Description("sessions, one-time-values, records, durable-records, persistent-identifiers, consents or clock")
		public String store = "";

		@Label("Operation")
		public String operation = "";

		@Label("Outcome")
		@Description("answered, or failed if it did not within its deadline")
		public String outcome = "failed";

	}

}
