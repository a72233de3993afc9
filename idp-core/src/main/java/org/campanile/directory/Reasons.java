package org.campanile.directory;

import java.util.regex.Pattern;

import com.unboundid.ldap.sdk.LDAPException;

/** The SDK's error messages in a form for administrators. */
final class Reasons {

	private static final Pattern BUILD = Pattern.compile(",? ?ldapSDKVersion=[^,)]*, revision=\\w+");

	private static final Pattern WRAPPED = Pattern
		.compile("(?:IOException\\()?LDAPException\\(resultCode=[^,]*, errorMessage='(.*?)'\\)+");

	/**
	 * The JDK's messages for an answer that is not TLS, or a closed handshake.
	 */
	private static final Pattern NO_TLS = Pattern
		.compile("Unsupported or unrecognized SSL message|Remote host terminated the handshake");

	private Reasons() {
	}

	/** Whether the answer was not TLS. */
	static boolean isOfNoTls(String reason) {
		return NO_TLS.matcher(reason).find();
	}

	static String of(LDAPException ex) {
		String message = BUILD.matcher(String.valueOf(ex.getMessage())).replaceAll("");
		String plain = WRAPPED.matcher(message).replaceAll("$1").strip();
		return NO_TLS.matcher(plain).find() ? plain
				+ "; does this port speak TLS? ldaps:// is for port 636, and for port 389 ldap:// with start-tls: true"
				: plain;
	}

}
