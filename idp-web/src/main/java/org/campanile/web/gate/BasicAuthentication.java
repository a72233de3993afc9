package org.campanile.web.gate;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.consent.ConsentApproval;
import org.campanile.consent.TermsApproval;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateProtocol;
import org.campanile.gate.GateSite;
import org.campanile.guard.SteadyClock;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.ReleasedAttributes;
import org.campanile.release.RequestedAttributes;
import org.campanile.seal.Macs;
import org.campanile.signon.Refusal;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.audit.ErrorCodes;
import org.campanile.web.audit.UserAgent;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.security.ClientAddress;
import org.campanile.web.sso.LoginFailure;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * Checks a username and password with each request (RFC 7617), for programs. Checked and
 * throttled as at the login; a correct one is remembered for a minute, by a keyed digest.
 * Thread-safe.
 */
@Component
class BasicAuthentication {

	private static final String SCHEME = "Basic ";

	private static final Duration REMEMBERED = Duration.ofMinutes(1);

	private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

	private static final int MAX_REMEMBERED = 10_000;

	private static final int MAX_LENGTH = 2_048;

	private final AuthenticationMethod password;

	private final AttributeResolver resolver;

	private final LiveConfiguration live;

	private final ClientAddress clientAddress;

	private final GateProtocol protocol;

	private final AuditLog auditLog;

	private final ErrorCodes codes;

	private final TermsApproval terms;

	private final ConsentApproval consent;

	/**
	 * The key of the digests, random for each process, so that they are useless
	 * elsewhere.
	 */
	private final byte[] key = new byte[32];

	private final Cache<String, GatePass> right;

	BasicAuthentication(List<AuthenticationMethod> methods, AttributeResolver resolver, LiveConfiguration live,
			ClientAddress clientAddress, GateProtocol protocol, AuditLog auditLog, ErrorCodes codes,
			InstantSource clock, SecureRandom random, TermsApproval terms, ConsentApproval consent) {
		this.terms = terms;
		this.consent = consent;
		this.password = methods.stream()
			.filter(method -> method.kind().equals(FactorKind.PASSWORD))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("there is no method that checks passwords"));
		this.resolver = resolver;
		this.live = live;
		this.clientAddress = clientAddress;
		this.protocol = protocol;
		this.auditLog = auditLog;
		this.codes = codes;
		random.nextBytes(key);
		this.right = Caffeine.newBuilder()
			.ticker(new SteadyClock(clock)::currentTimeNanos)
			.expireAfterWrite(REMEMBERED)
			.maximumSize(MAX_REMEMBERED)
			.build();
	}

	static boolean isSent(HttpServletRequest request) {
		String header = request.getHeader(HttpHeaders.AUTHORIZATION);
		return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
	}

	sealed interface Result {

		/**
		 * The password is right.
		 *
		 * @param pass for the one request; it has no session
		 */
		record Right(GatePass pass) implements Result {
		}

		/** The password is wrong, or the account may not sign in. */
		record Wrong() implements Result {
		}

		/**
		 * The password was not checked, or the user must first accept terms of use.
		 *
		 * @param status of the answer
		 */
		record Later(int status, Duration retryAfter) implements Result {
		}

	}

	/** Checks the credentials that were {@linkplain #isSent sent}. */
	Result verify(GateSite site, HttpServletRequest request) {
		String header = request.getHeader(HttpHeaders.AUTHORIZATION);
		Optional<String> sent = header.length() > MAX_LENGTH ? Optional.empty()
				: decoded(header.substring(SCHEME.length()).strip());
		int colon = sent.orElse("").indexOf(':');
		if (sent.isEmpty() || colon <= 0) {
			return new Result.Wrong();
		}
		String credentials = sent.get();
		String digest = HexFormat.of().formatHex(Macs.hmacSha256(key, site.id() + '\n' + credentials));
		GatePass known = right.getIfPresent(digest);
		if (known != null && protocol.isFresh(site, known)) {
			return new Result.Right(known);
		}
		Result result = verify(site, credentials.substring(0, colon), credentials.substring(colon + 1), request);
		if (result instanceof Result.Right(GatePass pass)) {
			right.put(digest, pass);
		}
		return result;
	}

	private static Optional<String> decoded(String text) {
		try {
			return Optional.of(new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private Result verify(GateSite site, String username, String secret, HttpServletRequest request) {
		try {
			Verdict verdict = password.verify(Optional.empty(),
					new AuthenticationMethod.Submission(username, Map.of("j_username", username, "j_password", secret),
							Map.of(), new LoginOrigin(clientAddress.of(request))));
			return switch (verdict) {
				case Verdict.Proven(AuthenticatedUser user) -> {
					ResolvedAttributes attributes = attributes(user);
					if (!terms.areAccepted(user.principal(), site, attributes)) {
						refused(Refusal.TERMS_DECLINED.code(), username, site,
								"the user has not accepted the terms of use; a sign-on with a browser asks", request);
						// Not 401, after which a program asks for the password again.
						yield new Result.Later(HttpServletResponse.SC_FORBIDDEN, RETRY_AFTER);
					}
					GatePass pass = pass(site, user, attributes);
					audit(AuditEvent.Type.LOGIN, "OK", user.principal(), site, "", request);
					yield new Result.Right(pass);
				}
				case Verdict.Throttled(Duration retryAfter) -> {
					refused(LoginFailure.THROTTLED.name(), username, site, "too many attempts", request);
					// Not 429, which nginx takes for a fault of the gate.
					yield new Result.Later(HttpServletResponse.SC_UNAUTHORIZED, retryAfter);
				}
				case Verdict.Rejected rejected -> {
					refused(rejected.reason().name(), username, site, rejected.detail(), request);
					yield new Result.Wrong();
				}
				case Verdict.Continued continued -> throw new IllegalStateException("a password needs one form");
			};
		}
		catch (AuthenticationMethod.MethodUnavailableException ex) {
			refused(LoginFailure.DIRECTORY_UNAVAILABLE.name(), username, site, String.valueOf(ex.getMessage()),
					request);
		}
		catch (SourceUnavailableException ex) {
			refused(IncidentReason.SOURCE_UNAVAILABLE.name(), username, site,
					"source " + ex.source() + ": " + ex.getMessage(), request);
		}
		catch (StoreUnavailableException ex) {
			refused(IncidentReason.STORE_UNAVAILABLE.name(), username, site, String.valueOf(ex.getMessage()), request);
		}
		return new Result.Later(HttpServletResponse.SC_SERVICE_UNAVAILABLE, RETRY_AFTER);
	}

	private void refused(String reason, String username, GateSite site, String detail, HttpServletRequest request) {
		audit(AuditEvent.Type.LOGIN_REFUSED, codes.next(reason), username, site, detail, request);
	}

	private void audit(AuditEvent.Type type, String code, String user, GateSite site, String detail,
			HttpServletRequest request) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", user);
		fields.put("service", site.id());
		fields.put("address", clientAddress.of(request));
		fields.put("by", "basic");
		if (!detail.isEmpty()) {
			fields.put("detail", detail);
		}
		UserAgent.add(fields, request);
		auditLog.record(new AuditEvent(type, code, fields));
	}

	private ResolvedAttributes attributes(AuthenticatedUser user) throws SourceUnavailableException {
		AttributeResolver.Resolved resolved = user.entry().isPresent()
				? resolver.resolve(user.principal(), user.entry().get()) : resolver.resolve(user.principal());
		return resolved.attributes();
	}

	private GatePass pass(GateSite site, AuthenticatedUser user, ResolvedAttributes attributes)
			throws StoreUnavailableException {
		ReleasedAttributes released = live.current()
			.get(DefaultReleasePolicy.class)
			.release(attributes, site, RequestedAttributes.NONE);
		// Without consent the site receives the name alone.
		return protocol.pass(site, user, attributes,
				consent.permitted(user.principal(), site, Optional.of(user.principal()), released)
					.orElse(new ReleasedAttributes(List.of())));
	}

}
