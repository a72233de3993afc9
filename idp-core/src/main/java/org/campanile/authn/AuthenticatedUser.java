package org.campanile.authn;

import java.time.Instant;
import java.util.Optional;

import org.campanile.attribute.SourceValues;

/**
 * A person whose password was just checked.
 *
 * @param principal the canonical name, taken from the entry and never from what was typed
 * @param loginName what was typed; asked for again when the same person must sign in anew
 * @param entry what is known of the person from the search that authentication made
 * @param authnInstant when the password was checked
 * @param authnContextClass how (SAML AuthnContext 3.4), such as
 * {@code …:PasswordProtectedTransport}
 * @param warning a password that will soon expire
 */
public record AuthenticatedUser(String principal, String loginName, SourceValues entry, Instant authnInstant,
		String authnContextClass, Optional<PasswordWarning> warning) {
}
