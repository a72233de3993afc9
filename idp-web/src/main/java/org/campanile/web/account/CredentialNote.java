package org.campanile.web.account;

import java.util.Optional;

import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.web.page.LanguageTexts;

/**
 * What the account page says of a credential beyond its name and dates, which only its
 * method can read: how many codes are left, until when a device is trusted. A bean beside
 * the method. Thread-safe.
 */
public interface CredentialNote {

	FactorKind kind();

	/** One line; empty if there is nothing to say. */
	Optional<String> note(Credential credential, LanguageTexts texts);

}
