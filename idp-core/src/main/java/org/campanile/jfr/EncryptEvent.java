package org.campanile.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An assertion is encrypted. */
@Name("campanile.Encrypt")
@Label("Encrypt")
@Description("An assertion is encrypted")
@SuppressWarnings("UnusedVariable") // the recorder reads the fields
public final class EncryptEvent extends LoginEvent {

	@Label("Algorithm")
	@Description("Of the content")
	private String algorithm = "";

	@Label("Key Transport")
	private String keyTransport = "";

	@Label("Bytes")
	@Description("Of the assertion")
	@DataAmount
	private int bytes;

	private EncryptEvent() {
	}

	/** Begins. */
	public static EncryptEvent begun() {
		EncryptEvent event = new EncryptEvent();
		event.begin();
		return event;
	}

	/** Ends. */
	public void ended(String cipher, String transport, int encrypted) {
		end();
		if (shouldCommit()) {
			algorithm = cipher;
			keyTransport = transport;
			bytes = encrypted;
			commit();
		}
	}

}
