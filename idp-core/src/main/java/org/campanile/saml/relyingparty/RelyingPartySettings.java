package org.campanile.saml.relyingparty;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The local configuration of one service, after all matching overrides were merged.
 *
 * @param enabled whether the service is served at all
 * @param signAssertion whether the assertion is also signed; empty: as required by
 * metadata
 * @param encryption when the assertion is encrypted
 * @param requireSignedRequests whether unsigned requests are refused; empty: according to
 * metadata
 * @param allowSha1Signatures whether requests signed with SHA-1 are accepted
 * @param allowInclusiveCanonicalization whether requests whose signature canonicalizes
 * them inclusively are accepted
 * @param nameIdFormats name identifier formats to use, in order of preference, before
 * what metadata lists
 * @param release ids of attributes released to the service besides what the release
 * policy grants
 * @param withhold ids of attributes never released to the service
 * @param assertionLifetime how long an assertion may be consumed
 * @param maxSessionLifetime limit of {@code SessionNotOnOrAfter}, counted from now;
 * empty: that of the session
 */
public record RelyingPartySettings(boolean enabled, Optional<Boolean> signAssertion, EncryptionPolicy encryption,
		Optional<Boolean> requireSignedRequests, boolean allowSha1Signatures, boolean allowInclusiveCanonicalization,
		List<String> nameIdFormats, Set<String> release, Set<String> withhold, Duration assertionLifetime,
		Optional<Duration> maxSessionLifetime) {

	/** The settings of a service that no override matches. */
	public static final RelyingPartySettings DEFAULTS = new RelyingPartySettings(true, Optional.empty(),
			EncryptionPolicy.AUTO, Optional.empty(), false, false, List.of(), Set.of(), Set.of(), Duration.ofMinutes(5),
			Optional.empty());

	public RelyingPartySettings {
		nameIdFormats = List.copyOf(nameIdFormats);
		release = Set.copyOf(release);
		withhold = Set.copyOf(withhold);
	}

}
