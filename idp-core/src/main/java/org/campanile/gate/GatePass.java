package org.campanile.gate;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.seal.Cbor;
import org.campanile.seal.Sealer;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;

/**
 * What a browser's cookie says to the gate of one site, sealed for that site.
 *
 * @param session the key of the session; empty if there is none, as for programs
 * @param principal the user's canonical name
 * @param factors what the user has proven
 * @param deciding the attributes that access rules look at
 * @param headers the values of the site's headers, by name
 * @param checkedAt when the session was last looked at
 */
public record GatePass(String session, String principal, List<Factor> factors, ResolvedAttributes deciding,
		Map<String, String> headers, Instant checkedAt) {

	private static final String PURPOSE = "gate-pass";

	/** In characters; browsers keep cookies of 4 KB with their names. */
	public static final int MAX_LENGTH = 3_800;

	public GatePass {
		factors = List.copyOf(factors);
		headers = Map.copyOf(headers);
	}

	/** The key of the session that it rests on. */
	public SessionKey sessionKey() {
		return new SessionKey(session);
	}

	static GatePass of(SsoSession session, ResolvedAttributes deciding, Map<String, String> headers, Instant now) {
		return new GatePass(session.key().value(), session.principal(), session.factors(), deciding, headers, now);
	}

	/**
	 * @param s session
	 * @param p principal
	 * @param f factors
	 * @param a deciding
	 * @param h headers
	 * @param t checkedAt, milliseconds since the epoch
	 */
	private record Form(String s, String p, List<Factor.Form> f, Map<String, List<AttributeValue.Form>> a,
			Map<String, String> h, long t) {
	}

	private Form form() {
		return new Form(session, principal, factors.stream().map(Factor.Form::of).toList(),
				AttributeValue.Form.of(deciding), headers, checkedAt.toEpochMilli());
	}

	private static GatePass of(Form form) {
		return new GatePass(form.s(), form.p(), form.f().stream().map(Factor.Form::toFactor).toList(),
				AttributeValue.Form.toAttributes(form.a()), form.h(), Instant.ofEpochMilli(form.t()));
	}

	/** The value of the cookie for a site. */
	public String sealed(Sealer sealer, GateSite site) {
		return sealer.sealToken(PURPOSE, site.id(), Cbor.write(form()));
	}

	/** Empty if it was altered, or is of another site. */
	public static Optional<GatePass> open(Sealer sealer, GateSite site, String cookie) {
		return cookie.length() > MAX_LENGTH ? Optional.empty()
				: sealer.openToken(PURPOSE, site.id(), cookie)
					.flatMap(plain -> Cbor.read(plain, Form.class))
					.map(GatePass::of);
	}

	/** The same as bytes, to be sealed by the caller. */
	byte[] bytes() {
		return Cbor.write(form());
	}

	/** Of {@link #bytes()}. */
	static Optional<GatePass> of(byte[] bytes) {
		return Cbor.read(bytes, Form.class).map(GatePass::of);
	}

}
