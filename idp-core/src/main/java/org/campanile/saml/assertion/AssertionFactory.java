package org.campanile.saml.assertion;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.session.SsoSession;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;

/** Builds the assertion of a granted sign-on. Thread-safe. */
final class AssertionFactory {

	/** The maximum lifetime of an assertion, whatever is configured. */
	static final Duration MAX_LIFETIME = Duration.ofMinutes(5);

	/**
	 * The fraction of its lifetime by which an assertion is backdated, 30 seconds of five
	 * minutes, because some services tolerate no clock skew.
	 */
	private static final int BACKDATED_PART = 10;

	private final String issuer;

	private final SamlAttributeNames names;

	private final InstantSource clock;

	private final Ids ids;

	AssertionFactory(String issuer, SamlAttributeNames names, InstantSource clock, Ids ids) {
		this.issuer = issuer;
		this.names = names;
		this.clock = clock;
		this.ids = ids;
	}

	Assertion assertion(SignOnRequest request, SignOnOutcome.Granted granted) {
		RelyingParty service = (RelyingParty) granted.service();
		SsoSession session = granted.session();
		Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
		Duration lifetime = shorter(service.settings().assertionLifetime(), MAX_LIFETIME);
		Instant notBefore = now.minus(lifetime.dividedBy(BACKDATED_PART).truncatedTo(ChronoUnit.MILLIS));
		Instant notOnOrAfter = notBefore.plus(lifetime);
		return new Assertion(ids.next(), now, issuer, NameId.of(granted.handle()),
				new Assertion.Confirmation(request.answerUrl(), request.requestId(), notOnOrAfter),
				new Assertion.Validity(notBefore, notOnOrAfter, service.entityId()),
				new Assertion.Authentication(granted.authn().at(), granted.authn().contextClass(),
						SessionIndex.of(session, service.entityId()), sessionEnd(service, session, now)),
				NamedAttribute.of(granted.attributes(), names));
	}

	private static @Nullable Instant sessionEnd(RelyingParty service, SsoSession session, Instant now) {
		Optional<Duration> limit = service.settings().maxSessionLifetime();
		if (limit.filter(Duration::isZero).isPresent()) {
			return null;
		}
		return limit.map(now::plus).filter(end -> end.isBefore(session.expiresAt())).orElse(session.expiresAt());
	}

	private static Duration shorter(Duration first, Duration second) {
		return (first.compareTo(second) <= 0) ? first : second;
	}

}
