package org.campanile.directory;

import java.util.regex.Pattern;

import com.unboundid.ldap.sdk.LDAPException;

/** The SDK's error messages in the form in which an administrator wants them. */
final class Reasons {

	private static final Pattern BUILD = Pattern.compile(",? ?ldapSDKVersion=[^,)]*, revision=\\w+");

	private static final Pattern WRAPPED = Pattern
		.compile("(?:IOException\\()?LDAPException\\(resultCode=[^,]*, errorMessage='(.*?)'\\)+");

	private Reasons() {
	}

	static String of(LDAPException ex) {
		String message = BUILD.matcher(String.valueOf(ex.getMessage())).replaceAll("");
		return WRAPPED.matcher(message).replaceAll("$1").strip();
	}

}
