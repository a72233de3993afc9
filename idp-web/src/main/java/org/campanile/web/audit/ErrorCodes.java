package org.campanile.web.audit;

import java.security.SecureRandom;

import org.springframework.stereotype.Component;

/**
 * Creates the code that a user quotes to the help desk and that the audit line contains:
 * the reason and six random characters that identify the line. Thread-safe.
 */
@Component
public class ErrorCodes {

	/** The characters of a code, without those that look or sound alike. */
	private static final String ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

	private final SecureRandom random;

	public ErrorCodes(SecureRandom random) {
		this.random = random;
	}

	/**
	 * @param reason upper-case words joined by underscores
	 */
	public String next(String reason) {
		return reason + '-' + reference();
	}

	/** Returns a code without its random part. */
	static String reason(String code) {
		int dash = code.lastIndexOf('-');
		return dash < 0 ? code : code.substring(0, dash);
	}

	/** Returns six random characters. */
	public String reference() {
		StringBuilder reference = new StringBuilder(6);
		for (int i = 0; i < 6; i++) {
			reference.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
		}
		return reference.toString();
	}

}
