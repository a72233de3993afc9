package org.campanile.web.gate;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import jakarta.servlet.http.HttpServletRequest;
import org.campanile.access.AccessRules;
import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateProtocol;
import org.campanile.gate.GateSite;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.RequestedAttributes;
import org.campanile.seal.Macs;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.security.ClientAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * Username and password with each request (RFC 7617), for programs. Checked and throttled
 * as at the login; a right one is remembered for a minute, by a keyed digest.
 * Thread-safe.
 */
@Component
class BasicAuthentication {

	private static final Logger logger = LoggerFactory.getLogger(BasicAuthentication.class);

	private static final String SCHEME = "Basic ";

	private static final Duration REMEMBERED = Duration.ofMinutes(1);

	private static final int MAX_REMEMBERED = 10_000;

	private static final int MAX_LENGTH = 2_048;

	private final AuthenticationMethod password;

	private final AttributeResolver resolver;

	private final LiveConfiguration live;

	private final ClientAddress clientAddress;

	private final InstantSource clock;

	/** Of this process, so that the digests are worth nothing elsewhere. */
	private final byte[] key = new byte[32];

	private final Cache<String, GatePass> right;

	BasicAuthentication(List<AuthenticationMethod> methods, AttributeResolver resolver, LiveConfiguration live,
			ClientAddress clientAddress, InstantSource clock, SecureRandom random) {
		this.password = methods.stream()
			.filter(method -> method.kind().equals(FactorKind.PASSWORD))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("there is no method that checks passwords"));
		this.resolver = resolver;
		this.live = live;
		this.clientAddress = clientAddress;
		this.clock = clock;
		random.nextBytes(key);
		Ticker ticker = () -> clock.millis() * 1_000_000;
		this.right = Caffeine.newBuilder()
			.ticker(ticker)
			.expireAfterWrite(REMEMBERED)
			.maximumSize(MAX_REMEMBERED)
			.build();
	}

	static boolean isSent(HttpServletRequest request) {
		String header = request.getHeader(HttpHeaders.AUTHORIZATION);
		return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
	}

	/**
	 * A pass without a session, for the one request; empty if the password is not right.
	 */
	Optional<GatePass> verify(GateSite site, HttpServletRequest request) {
		String header = request.getHeader(HttpHeaders.AUTHORIZATION);
		if (header.length() > MAX_LENGTH) {
			return Optional.empty();
		}
		String credentials;
		try {
			credentials = new String(Base64.getDecoder().decode(header.substring(SCHEME.length()).strip()),
					StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
		int colon = credentials.indexOf(':');
		if (colon <= 0) {
			return Optional.empty();
		}
		String digest = HexFormat.of().formatHex(Macs.hmacSha256(key, site.id() + '\n' + credentials));
		GatePass known = right.getIfPresent(digest);
		if (known != null) {
			return Optional.of(known);
		}
		Optional<GatePass> pass = verify(site, credentials.substring(0, colon), credentials.substring(colon + 1),
				clientAddress.of(request));
		pass.ifPresent(verified -> right.put(digest, verified));
		return pass;
	}

	private Optional<GatePass> verify(GateSite site, String username, String secret, String address) {
		try {
			Verdict verdict = password.verify(Optional.empty(), new AuthenticationMethod.Submission(username,
					Map.of("j_username", username, "j_password", secret), Map.of(), new LoginOrigin(address)));
			return verdict instanceof Verdict.Proven(AuthenticatedUser user) ? Optional.of(pass(site, user))
					: Optional.empty();
		}
		catch (AuthenticationMethod.MethodUnavailableException | SourceUnavailableException ex) {
			logger.warn("A password could not be checked at the gate: {}", ex.getMessage());
			return Optional.empty();
		}
	}

	private GatePass pass(GateSite site, AuthenticatedUser user) throws SourceUnavailableException {
		AttributeResolver.Resolved resolved = user.entry().isPresent()
				? resolver.resolve(user.principal(), user.entry().get()) : resolver.resolve(user.principal());
		return new GatePass("", user.principal(), user.factors(),
				live.current().get(AccessRules.class).relevant(resolved.attributes()),
				GateProtocol.headers(site, user.principal(),
						live.current()
							.get(DefaultReleasePolicy.class)
							.release(resolved.attributes(), site, RequestedAttributes.NONE)),
				clock.instant());
	}

}
