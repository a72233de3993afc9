package org.campanile.session;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.campanile.attribute.AttributeValue;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Cbor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored form of a session: CBOR (RFC 8949) with short keys. Unknown keys are
 * skipped, so that versions can be mixed in a cluster and rolled back; a form that lacks
 * one of the current keys is unreadable, so later versions must keep them. So is one that
 * does not say what was proven. It is compact, because the sealed form is most of what a
 * session takes in a store: a text is a string instead of a map, and {@link CommonUris}
 * are shortened; the longer form of both can be read too. Thread-safe.
 */
final class SessionCodec {

	private static final Logger logger = LoggerFactory.getLogger(SessionCodec.class);

	/**
	 * The class written for the password by versions with only one factor (SAML
	 * AuthnContext 3.4.2).
	 */
	private static final String PASSWORD_CLASS = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	/**
	 * The class that such a version may state where there was none (SAML AuthnContext
	 * 3.4.25).
	 */
	private static final String UNSPECIFIED_CLASS = "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified";

	/**
	 * @param p principal
	 * @param l loginName; absent if it is the principal
	 * @param t authnInstant, milliseconds since the epoch
	 * @param c for versions with only one factor: the class they state, shortened
	 * @param a attributes
	 * @param r attributesAt, milliseconds since the epoch
	 * @param s secret
	 * @param f factors; absent for a password alone, proven at {@code t}
	 * @param h whether it began at a shared computer; absent if not
	 * @param d the device that it began at; absent if not known
	 * @param n the network that it began in; absent if not known
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record State(String p, @Nullable String l, long t, String c, Map<String, List<AttributeValue.Form>> a, long r,
			byte[] s, @Nullable List<Factor.Form> f, @Nullable Boolean h, @Nullable String d, @Nullable String n) {

		State {
			Objects.requireNonNull(p);
			Objects.requireNonNull(c);
			a.values().forEach(values -> values.forEach(Objects::requireNonNull));
			Objects.requireNonNull(s);
			f = f == null || f.isEmpty() ? null : List.copyOf(f);
			// A version with only one factor drops the others when it replaces the
			// attributes; it keeps the class, and itself knows only the password's.
			if (f == null && !CommonUris.restore(c).equals(PASSWORD_CLASS)) {
				throw new IllegalArgumentException("neither factors nor the class of a password");
			}
		}

		static State of(SsoSession session) {
			String principal = session.principal();
			return new State(principal, session.loginName().equals(principal) ? null : session.loginName(),
					session.authnInstant().toEpochMilli(), CommonUris.shorten(earlierClass(session.factors())),
					AttributeValue.Form.of(session.attributes()), session.attributesAt().toEpochMilli(),
					session.secret(),
					isPasswordAlone(session.factors()) ? null
							: session.factors().stream().map(Factor.Form::of).toList(),
					session.sharedComputer() ? Boolean.TRUE : null, orAbsent(session.origin().device()),
					orAbsent(session.origin().network()));
		}

		private static @Nullable String orAbsent(String text) {
			return text.isEmpty() ? null : text;
		}

		private static String earlierClass(List<Factor> factors) {
			return factors.stream().anyMatch(factor -> factor.kind().equals(FactorKind.PASSWORD)) ? PASSWORD_CLASS
					: UNSPECIFIED_CLASS;
		}

		private static boolean isPasswordAlone(List<Factor> factors) {
			return factors.size() == 1
					&& factors.getFirst().equals(new Factor(FactorKind.PASSWORD, factors.getFirst().at()));
		}

		List<Factor> factors() {
			return f == null ? List.of(new Factor(FactorKind.PASSWORD, Instant.ofEpochMilli(t)))
					: f.stream().map(Factor.Form::toFactor).toList();
		}

		String loginName() {
			return l == null ? p : l;
		}

		SessionOrigin origin() {
			return d == null && n == null ? SessionOrigin.UNKNOWN
					: new SessionOrigin(Objects.requireNonNullElse(d, ""), Objects.requireNonNullElse(n, ""));
		}

	}

	/**
	 * The protocol's qualifiers are at the same level as the other keys, where versions
	 * with only one protocol expect them.
	 *
	 * @param e service
	 * @param n value of the handle
	 * @param f kind of the handle, shortened
	 * @param t the time, in milliseconds since the epoch
	 * @param protocol its code; absent for {@link ProtocolId#UNNAMED}
	 * @param own qualifiers of the handle; values that are not strings are from a later
	 * version and are skipped
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	record Service(String e, String n, String f, long t, @Nullable String protocol,
			@JsonAnySetter @JsonAnyGetter Map<String, @Nullable Object> own) {

		/** The keys of this form, and those of the stored form of a logout. */
		private static final Set<String> RESERVED = Set.of("e", "n", "f", "t", "x", "s", "protocol");

		Service {
			Objects.requireNonNull(e);
			Objects.requireNonNull(n);
			Objects.requireNonNull(f);
		}

		static Service of(ServiceSignOn signOn) {
			Handle handle = signOn.handle();
			Cbor.requireFree(RESERVED, handle.qualifiers());
			return new Service(signOn.service(), handle.value(), CommonUris.shorten(handle.kind()),
					signOn.at().toEpochMilli(), signOn.protocol().stored(), new HashMap<>(handle.qualifiers()));
		}

		ServiceSignOn toSignOn() {
			return new ServiceSignOn(ProtocolId.ofStored(protocol), e,
					new Handle(n, CommonUris.restore(f), Cbor.texts(own)), Instant.ofEpochMilli(t));
		}

	}

	byte[] write(Object state) {
		return Cbor.write(state);
	}

	/**
	 * Reads the stored form; empty, with a log message, if the bytes have another form.
	 */
	<T> Optional<T> read(byte[] bytes, Class<T> type) {
		Optional<T> value = Cbor.read(bytes, type);
		if (value.isEmpty()) {
			logger.warn("A stored {} is of an unknown form, as a newer version may write; ignored",
					type.getSimpleName());
		}
		return value;
	}

}
