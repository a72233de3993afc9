package org.campanile.saml.relyingparty;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the local configuration says of one service, after all matching overrides are
 * merged.
 *
 * @param enabled whether the service is served at all
 * @param signAssertion whether the assertion is signed as well; empty: as metadata asks
 * @param encryption when the assertion is encrypted
 * @param requireSignedRequests whether unsigned requests are refused; empty: as metadata
 * promises
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

	/** What holds for a service that no override names. */
	public static final RelyingPartySettings DEFAULTS = new RelyingPartySettings(true, Optional.empty(),
			EncryptionPolicy.AUTO, Optional.empty(), false, false, List.of(), Set.of(), Set.of(), Duration.ofMinutes(5),
			Optional.empty());

	public RelyingPartySettings {
		nameIdFormats = List.copyOf(nameIdFormats);
		release = Set.copyOf(release);
		withhold = Set.copyOf(withhold);
	}

}
