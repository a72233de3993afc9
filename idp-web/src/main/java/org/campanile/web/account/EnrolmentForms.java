package org.campanile.web.account;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.campanile.authn.FactorKind;
import org.campanile.seal.Cbor;
import org.campanile.seal.Sealer;
import org.campanile.session.SsoSession;

/**
 * Seals the data that an enrolment page carries and returns, such as a new secret, for
 * one user and one session, and for some minutes. Thread-safe.
 */
final class EnrolmentForms {

	static final String FIELD = "enrolment";

	private static final String PURPOSE = "account-enrolment";

	/** The time to find the phone, and to install an app on it. */
	static final Duration LIFETIME = Duration.ofMinutes(30);

	private static final int MAX_TOKEN = 32_768;

	private final Sealer sealer;

	private final InstantSource clock;

	EnrolmentForms(Sealer sealer, InstantSource clock) {
		this.sealer = sealer;
		this.clock = clock;
	}

	/**
	 * @param t when it was made, milliseconds since the epoch
	 * @param c the challenge
	 */
	private record Form(long t, Map<String, String> c) {

		/** Jackson reports what is thrown here. */
		Form {
			Objects.requireNonNull(c);
		}

	}

	String seal(SsoSession session, FactorKind kind, Map<String, String> challenge) {
		return sealer.sealToken(PURPOSE, context(session, kind),
				Cbor.write(new Form(clock.instant().toEpochMilli(), challenge)));
	}

	/** Opens a form; empty if it is too old, or was made for something else. */
	Optional<Map<String, String>> open(String token, SsoSession session, FactorKind kind) {
		return token.length() > MAX_TOKEN ? Optional.empty()
				: sealer.openToken(PURPOSE, context(session, kind), token)
					.flatMap(bytes -> Cbor.read(bytes, Form.class))
					.filter(form -> form.t() > clock.instant().minus(LIFETIME).toEpochMilli())
					.map(Form::c);
	}

	/** Joins the parts with slashes and spaces, which no kind and no key contains. */
	private static String context(SsoSession session, FactorKind kind) {
		return kind.code() + '/' + session.key().value() + ' ' + session.principal();
	}

}
