package org.campanile.saml.relyingparty;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A local override: settings of the services that it matches. Absent parts keep the
 * values of earlier overrides, or the defaults.
 *
 * @param matches matches the entityIDs of the services it applies to
 */
public record RelyingPartyOverride(Predicate<String> matches, Optional<Boolean> enabled,
		Optional<Boolean> signAssertion, Optional<EncryptionPolicy> encryption,
		Optional<EncryptionAlgorithm> encryptionAlgorithm, Optional<Boolean> requireSignedRequests,
		Optional<Boolean> allowSha1Signatures, Optional<Boolean> allowInclusiveCanonicalization,
		List<String> nameIdFormats, Optional<String> nameIdSource, Set<String> release, Set<String> withhold,
		Optional<Duration> assertionLifetime, Optional<Duration> maxSessionLifetime) {

	/**
	 * The settings of one service: every matching override applied in order, of which
	 * later ones take precedence.
	 */
	public static RelyingPartySettings settingsFor(String entityId, RelyingPartySettings defaults,
			List<RelyingPartyOverride> overrides) {
		RelyingPartySettings settings = defaults;
		for (RelyingPartyOverride override : overrides) {
			if (override.matches.test(entityId)) {
				settings = override.applyTo(settings);
			}
		}
		return settings;
	}

	private RelyingPartySettings applyTo(RelyingPartySettings base) {
		return new RelyingPartySettings(enabled.orElse(base.enabled()), signAssertion.or(base::signAssertion),
				encryption.orElse(base.encryption()), encryptionAlgorithm.orElse(base.encryptionAlgorithm()),
				requireSignedRequests.or(base::requireSignedRequests),
				allowSha1Signatures.orElse(base.allowSha1Signatures()),
				allowInclusiveCanonicalization.orElse(base.allowInclusiveCanonicalization()),
				nameIdFormats.isEmpty() ? base.nameIdFormats() : nameIdFormats, nameIdSource.or(base::nameIdSource),
				union(base.release(), release), union(base.withhold(), withhold),
				assertionLifetime.orElse(base.assertionLifetime()), maxSessionLifetime.or(base::maxSessionLifetime));
	}

	private static Set<String> union(Set<String> first, Set<String> second) {
		return java.util.stream.Stream.concat(first.stream(), second.stream())
			.collect(java.util.stream.Collectors.toUnmodifiableSet());
	}

}
