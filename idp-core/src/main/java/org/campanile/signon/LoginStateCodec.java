package org.campanile.signon;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.AttributeValue;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.PasswordWarning;
import org.campanile.seal.Cbor;
import org.campanile.session.SessionKey;

/**
 * Encodes a login with several steps, for transport through the browser: CBOR (RFC 8949)
 * with short keys, to be sealed by the caller. Thread-safe.
 */
public final class LoginStateCodec {

	private final SignOnRequestCodec requests = new SignOnRequestCodec();

	/**
	 * @param q request
	 * @param l fixedLoginName
	 * @param p principal of the user; absent before the first factor
	 * @param n loginName of the user
	 * @param f factors of the user
	 * @param w seconds until the password expires
	 * @param g logins left after the password has expired
	 * @param s session
	 * @param k kind of the factor that is asked for
	 * @param c challenge
	 * @param b the id of the browser
	 * @param d fixedPrincipal; absent for anybody
	 * @param a attributes that were read; absent if none were
	 * @param o sources missing from them; absent for none
	 * @param r when they were read, milliseconds since the epoch
	 * @param h sharedComputer; absent if not
	 * @param e whether the factor is to be enrolled rather than proven; absent if not
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	private record Form(byte[] q, String l, @Nullable String p, @Nullable String n, @Nullable List<Factor.Form> f,
			@Nullable Long w, @Nullable Integer g, @Nullable String s, String k, Map<String, String> c, byte[] b,
			@Nullable String d, @Nullable Map<String, List<AttributeValue.Form>> a, @Nullable Set<String> o, long r,
			@Nullable Boolean h, @Nullable Boolean e) {

		/**
		 * Without these fields there is no login; Jackson reports what is thrown here.
		 */
		Form {
			Objects.requireNonNull(q);
			Objects.requireNonNull(l);
			Objects.requireNonNull(k);
			Objects.requireNonNull(b);
			c = Map.copyOf(c);
		}

		LoginState state(SignOnRequest request) {
			return new LoginState(request, l, d == null ? "" : d, user(), a == null ? Optional.empty() : Optional
				.of(new LoginState.Read(
						new AttributeResolver.Resolved(AttributeValue.Form.toAttributes(a), o == null ? Set.of() : o),
						Instant.ofEpochMilli(r))),
					Optional.ofNullable(s).map(SessionKey::new), Boolean.TRUE.equals(h));
		}

		Optional<AuthenticatedUser> user() {
			if (p == null || n == null || f == null) {
				return Optional.empty();
			}
			Optional<PasswordWarning> warning = w == null && g == null ? Optional.empty() : Optional
				.of(new PasswordWarning(Optional.ofNullable(w).map(Duration::ofSeconds), Optional.ofNullable(g)));
			return Optional.of(new AuthenticatedUser(p, n, Optional.empty(),
					f.stream().map(Factor.Form::toFactor).toList(), warning));
		}

	}

	/**
	 * A decoded login.
	 *
	 * @param state how far it has come; without the values of the user's entry
	 * @param kind the factor that was asked for
	 * @param challenge the challenge that the method expects back
	 * @param enrolling whether that factor is to be enrolled rather than proven
	 * @param browser the id of the browser that was encoded
	 */
	public record Travelling(LoginState state, FactorKind kind, Map<String, String> challenge, boolean enrolling,
			byte[] browser) {
	}

	/**
	 * The bytes of a login.
	 * @param enrolling whether the factor is to be enrolled rather than proven
	 * @param browser identifies the only browser that may continue it
	 */
	public byte[] write(LoginState state, FactorKind kind, Map<String, String> challenge, boolean enrolling,
			byte[] browser) {
		Optional<AuthenticatedUser> user = state.user();
		Optional<PasswordWarning> warning = user.flatMap(AuthenticatedUser::warning);
		Optional<LoginState.Read> read = state.read();
		return Cbor.write(new Form(requests.write(state.request()), state.fixedLoginName(),
				user.map(AuthenticatedUser::principal).orElse(null),
				user.map(AuthenticatedUser::loginName).orElse(null),
				user.map(known -> known.factors().stream().map(Factor.Form::of).toList()).orElse(null),
				warning.flatMap(PasswordWarning::timeLeft).map(Duration::toSeconds).orElse(null),
				warning.flatMap(PasswordWarning::graceLoginsLeft).orElse(null),
				state.session().map(SessionKey::value).orElse(null), kind.code(), challenge, browser,
				state.fixedPrincipal().isEmpty() ? null : state.fixedPrincipal(),
				read.map(values -> AttributeValue.Form.of(values.resolved().attributes())).orElse(null),
				read.map(values -> values.resolved().unavailable()).filter(silent -> !silent.isEmpty()).orElse(null),
				read.map(values -> values.at().toEpochMilli()).orElse(0L), state.sharedComputer() ? Boolean.TRUE : null,
				enrolling ? Boolean.TRUE : null));
	}

	/**
	 * Decodes a login.
	 * @return empty if the bytes are of another form, as those of a newer version may be
	 */
	public Optional<Travelling> read(byte[] bytes) {
		try {
			return Cbor.read(bytes, Form.class)
				.flatMap(form -> requests.read(form.q())
					.map(read -> new Travelling(form.state(read.request()), new FactorKind(form.k()), form.c(),
							Boolean.TRUE.equals(form.e()), form.b())));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
