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
 * @param encryptionAlgorithm how, if metadata lists no allowed algorithm
 * @param requireSignedRequests whether unsigned requests are refused; empty: according to
 * metadata
 * @param allowSha1Signatures whether requests signed with SHA-1 are accepted
 * @param allowInclusiveCanonicalization whether requests whose signature canonicalizes
 * them inclusively are accepted
 * @param nameIdFormats name identifier formats to use, in order of preference, before
 * what metadata lists
 * @param nameIdSource id of the attribute that is the name identifier in any format but
 * transient; empty: the source of the format
 * @param release ids of attributes released to the service besides what the release
 * policy grants
 * @param withhold ids of attributes never released to the service
 * @param assertionLifetime how long an assertion may be consumed
 * @param maxSessionLifetime limit of {@code SessionNotOnOrAfter}, counted from now; zero:
 * it is left out (SAML Core 2.7.2); empty: that of the session
 */
public record RelyingPartySettings(boolean enabled, Optional<Boolean> signAssertion, EncryptionPolicy encryption,
		EncryptionAlgorithm encryptionAlgorithm, Optional<Boolean> requireSignedRequests, boolean allowSha1Signatures,
		boolean allowInclusiveCanonicalization, List<String> nameIdFormats, Optional<String> nameIdSource,
		Set<String> release, Set<String> withhold, Duration assertionLifetime, Optional<Duration> maxSessionLifetime) {

	/** The settings of a service that no override matches. */
	public static final RelyingPartySettings DEFAULTS = new RelyingPartySettings(true, Optional.empty(),
			EncryptionPolicy.AUTO, EncryptionAlgorithm.AES128_GCM, Optional.empty(), false, false, List.of(),
			Optional.empty(), Set.of(), Set.of(), Duration.ofMinutes(5), Optional.empty());

	public RelyingPartySettings {
		nameIdFormats = List.copyOf(nameIdFormats);
		release = Set.copyOf(release);
		withhold = Set.copyOf(withhold);
	}

}
