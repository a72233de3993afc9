package org.campanile.gate;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.seal.Cbor;
import org.campanile.seal.Sealer;
import org.campanile.session.SessionKey;

/**
 * The content of a browser's cookie for the gate of one site, sealed for that site.
 *
 * @param session the key of the session; empty if there is none, as for programs
 * @param principal the user's canonical name
 * @param factors the proven factors
 * @param deciding the attributes that access rules look at
 * @param relevance the {@code relevance()} of the rules that chose them
 * @param headers the values of the site's headers, by name
 * @param checkedAt when the session was last checked
 * @param spared the access rules that demand nothing of the user, who had enrolled
 * nothing that they could ask for when the session was last checked
 * @param sparedAtLogin the rules that spare the user according to a login, which has
 * asked other systems; these are not asked again, but enrolments here are read
 */
public record GatePass(String session, String principal, List<Factor> factors, ResolvedAttributes deciding,
		int relevance, Map<String, String> headers, Instant checkedAt, Set<String> spared, Set<String> sparedAtLogin) {

	private static final String PURPOSE = "gate-pass";

	/**
	 * The maximum length, in characters; browsers keep cookies of 4 KB including their
	 * names.
	 */
	public static final int MAX_LENGTH = 3_800;

	/**
	 * The largest total size of header names and values, in bytes. They are in one
	 * response with the cookie, and the buffers of web servers, and of this server, are
	 * limited.
	 */
	private static final int MAX_HEADERS = 3_200;

	public GatePass {
		factors = List.copyOf(factors);
		headers = Map.copyOf(headers);
		spared = Set.copyOf(spared);
		sparedAtLogin = Set.copyOf(sparedAtLogin);
	}

	/** Creates a pass for a user whom no rule is known to spare. */
	public GatePass(String session, String principal, List<Factor> factors, ResolvedAttributes deciding, int relevance,
			Map<String, String> headers, Instant checkedAt) {
		this(session, principal, factors, deciding, relevance, headers, checkedAt, Set.of(), Set.of());
	}

	/** Returns the same pass for a user whom that rule spares. */
	public GatePass sparedBy(String rule) {
		return with(union(spared, Set.of(rule)), sparedAtLogin);
	}

	/** Returns the same pass for a user whom these rules spared at a login. */
	public GatePass sparedAtLogin(Set<String> rules) {
		return with(spared, union(sparedAtLogin, rules));
	}

	private static Set<String> union(Set<String> some, Set<String> more) {
		return Stream.concat(some.stream(), more.stream()).collect(Collectors.toSet());
	}

	private GatePass with(Set<String> otherSpared, Set<String> otherSparedAtLogin) {
		return new GatePass(session, principal, factors, deciding, relevance, headers, checkedAt, otherSpared,
				otherSparedAtLogin);
	}

	/** Whether the headers fit into an answer. */
	public boolean isPresentable() {
		return headers.entrySet()
			.stream()
			.mapToInt(header -> header.getKey().length() + header.getValue().length())
			.sum() <= MAX_HEADERS;
	}

	/** Returns the key of the session on which the pass is based. */
	public SessionKey sessionKey() {
		return new SessionKey(session);
	}

	/**
	 * Returns a copy that fits into a cookie if the whole pass does not: with it the
	 * session is checked at each request.
	 */
	public GatePass bare() {
		return new GatePass(session, principal, factors, ResolvedAttributes.NONE, relevance, Map.of(), Instant.EPOCH,
				Set.of(), sparedAtLogin);
	}

	/**
	 * @param s session
	 * @param p principal
	 * @param f factors
	 * @param a deciding
	 * @param r relevance
	 * @param h headers
	 * @param t checkedAt, milliseconds since the epoch
	 * @param n spared; null for none, as a version before has written it
	 * @param l sparedAtLogin; null for none, as versions before have written it
	 */
	private record Form(String s, String p, List<Factor.Form> f, Map<String, List<AttributeValue.Form>> a, int r,
			Map<String, String> h, long t, @Nullable List<String> n, @Nullable List<String> l) {
	}

	private Form form() {
		return new Form(session, principal, factors.stream().map(Factor.Form::of).toList(),
				AttributeValue.Form.of(deciding), relevance, headers, checkedAt.toEpochMilli(), names(spared),
				names(sparedAtLogin));
	}

	private static @Nullable List<String> names(Set<String> rules) {
		return rules.isEmpty() ? null : List.copyOf(rules);
	}

	private static Set<String> rules(@Nullable List<String> names) {
		return names == null ? Set.of() : Set.copyOf(names);
	}

	private static GatePass of(Form form) {
		return new GatePass(form.s(), form.p(), form.f().stream().map(Factor.Form::toFactor).toList(),
				AttributeValue.Form.toAttributes(form.a()), form.r(), form.h(), Instant.ofEpochMilli(form.t()),
				rules(form.n()), rules(form.l()));
	}

	/** The value of the cookie for a site. */
	public String sealed(Sealer sealer, GateSite site) {
		return sealer.sealToken(PURPOSE, site.id(), Cbor.write(form()));
	}

	/** Opens a pass; empty if it was altered, or belongs to another site. */
	public static Optional<GatePass> open(Sealer sealer, GateSite site, String cookie) {
		return cookie.length() > MAX_LENGTH ? Optional.empty()
				: sealer.openToken(PURPOSE, site.id(), cookie)
					.flatMap(plain -> Cbor.read(plain, Form.class))
					.map(GatePass::of);
	}

	/** Returns the pass as bytes, to be sealed by the caller. */
	byte[] bytes() {
		return Cbor.write(form());
	}

	/** Decodes the output of {@link #bytes()}; empty if it is of an unknown form. */
	static Optional<GatePass> of(byte[] bytes) {
		return Cbor.read(bytes, Form.class).map(GatePass::of);
	}

}
