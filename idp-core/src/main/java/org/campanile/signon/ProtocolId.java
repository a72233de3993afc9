package org.campanile.signon;

/**
 * The name of a sign-on protocol, as stored sessions and sealed requests carry it.
 *
 * @param code short, lower-case letters; never changed once it was released
 */
public record ProtocolId(String code) {

	/** SAML 2.0; also that of whatever names no protocol, as older versions wrote it. */
	public static final ProtocolId SAML = new ProtocolId("saml");

	@Override
	public String toString() {
		return code;
	}

}
