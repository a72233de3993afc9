package org.campanile.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The name of a sign-on protocol, as stored sessions and sealed requests carry it.
 *
 * @param code short, lower-case letters; never changed once it was released
 */
public record ProtocolId(String code) {

	/**
	 * Represents stored data without a code, as written by versions that knew one
	 * protocol.
	 */
	public static final ProtocolId UNNAMED = new ProtocolId("saml");

	/** The protocol of the server's own pages, to which users sign in as to a service. */
	public static final ProtocolId OWN = new ProtocolId("own");

	/** Returns the protocol of a stored code. */
	public static ProtocolId ofStored(@Nullable String code) {
		return code == null ? UNNAMED : new ProtocolId(code);
	}

	/** Returns the stored form of the code; null for {@link #UNNAMED}. */
	public @Nullable String stored() {
		return equals(UNNAMED) ? null : code;
	}

	/**
	 * A stored name, made distinct from the same name in other protocols.
	 * {@link #UNNAMED} leaves it as it is.
	 */
	public String qualify(String name, char separator) {
		return equals(UNNAMED) ? name : code + separator + name;
	}

	@Override
	public String toString() {
		return code;
	}

}
