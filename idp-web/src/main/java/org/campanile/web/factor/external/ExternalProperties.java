package org.campanile.web.factor.external;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import javax.net.ssl.SSLContext;

import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.HomeFolder;
import org.campanile.attribute.Tls;
import org.campanile.factor.external.PrivacyIdea;
import org.campanile.http.Urls;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;
import org.campanile.web.directory.LdapUrls;
import org.campanile.web.factor.FactorsProperties;

/**
 * A factor that privacyIDEA checks.
 *
 * @param enabled whether there is one
 * @param url its base address, https unless it is on this machine
 * @param realm the realm of the users there; without it its default realm
 * @param allowPlainHttp whether http to another machine is accepted: codes cross the
 * network in clear
 * @param trustedCertificates a file of CA certificates in PEM, relative to the home
 * folder; without it those of {@code campanile.outgoing.trusted-certificates}
 * @param serviceToken what is shown to begin challenges, as a header
 * {@code PI-Authorization}
 * @param timeout how long each answer may take
 * @param maxConcurrent how many requests may wait for it at once, so that a slow server
 * does not hold all permits of logins; more are refused without asking
 * @param trigger whether a challenge begins before the user has typed anything
 * @param users the users who have the factor
 * @param attribute for {@code users: attribute}: an attribute of the user's own entry
 * @param values the accepted values of the attribute; without them any value
 * @param challengeTime how long a user may take to answer a challenge
 */
@Validated
@ConfigurationProperties(ExternalProperties.PREFIX)
public record ExternalProperties(@DefaultValue("false") boolean enabled, @Nullable String url,
		@DefaultValue("") String realm, @DefaultValue("false") boolean allowPlainHttp,
		@Nullable Path trustedCertificates, @Nullable String serviceToken, @DefaultValue("5s") Duration timeout,
		@DefaultValue("32") @Min(1) int maxConcurrent, @DefaultValue("false") boolean trigger,
		@DefaultValue("all") Users users, @Nullable String attribute, @DefaultValue List<String> values,
		@DefaultValue("2m") Duration challengeTime) implements CheckedProperties {

	/** The prefix of the settings. */
	static final String PREFIX = FactorsProperties.PREFIX + ".external";

	private static final String KEY = PREFIX + ".";

	/** The users who have the factor. */
	public enum Users {

		/** All users. */
		ALL,
		/** The users with an attribute. */
		ATTRIBUTE,
		/** The users for whom a challenge can be begun. */
		CHALLENGE

	}

	/**
	 * Returns how privacyIDEA is reached.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	PrivacyIdea.Settings settings() {
		return new PrivacyIdea.Settings(base(), realm, token(), timeout);
	}

	private String base() {
		if (url == null || url.isBlank()) {
			throw new IllegalArgumentException(
					KEY + "url: missing; give the base address of privacyIDEA, such as " + "https://otp.example.edu");
		}
		String base = url.strip().replaceAll("/+$", "");
		try {
			URI uri = new URI(base);
			String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
			if (uri.getHost() == null || !Set.of("http", "https").contains(scheme) || uri.getUserInfo() != null
					|| uri.getQuery() != null || uri.getFragment() != null) {
				throw new IllegalArgumentException(KEY + "url: '" + Urls.withoutUser(url)
						+ "' is not a base address; give scheme, host and perhaps "
						+ "a path, such as https://otp.example.edu");
			}
			if (scheme.equals("http") && !allowPlainHttp && !Urls.isLoopback(uri.getHost())) {
				throw new IllegalArgumentException(KEY + "url: '" + url
						+ "' is not https, so that codes could be read and answers forged on the way; use https, or "
						+ "allow-plain-http: true");
			}
		}
		catch (URISyntaxException ex) {
			// As a cause it would quote the password that the URL may contain.
			throw new IllegalArgumentException(
					KEY + "url: '" + Urls.withoutUser(url) + "' is not a URL: " + ex.getReason() + "; correct it");
		}
		return base;
	}

	private Optional<String> token() {
		if (serviceToken != null && !serviceToken.matches("[\\x21-\\x7E]+")) {
			throw new IllegalArgumentException(
					KEY + "service-token: it is empty, or has characters that no header can carry; correct it");
		}
		if (serviceToken == null && (trigger || users == Users.CHALLENGE)) {
			throw new IllegalArgumentException(KEY
					+ "service-token: missing, and without it no challenge can be begun; "
					+ "give the token of a privacyIDEA administrator with the right triggerchallenge, or trigger: false "
					+ "and other users");
		}
		return Optional.ofNullable(serviceToken);
	}

	/** Whether challenges begin before anything is typed. */
	boolean triggers() {
		return trigger || users == Users.CHALLENGE;
	}

	/**
	 * Returns a context with the trusted certificates; empty for those of all outgoing
	 * requests.
	 * @throws IllegalArgumentException for a fault, with key, reason and remedy
	 */
	Optional<SSLContext> tls(HomeFolder home) {
		if (trustedCertificates == null) {
			return Optional.empty();
		}
		Path file = LdapUrls.readable(KEY, home, trustedCertificates);
		return Optional.of(Faults.named(KEY + "trusted-certificates", () -> Tls.context(Optional.of(file))));
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		if (!enabled) {
			return;
		}
		faults.check(this::base);
		faults.check(this::token);
		faults.check(() -> tls(context.home()));
		faults.check(() -> Faults.requirePositive(KEY + "timeout", timeout));
		faults.check(() -> Faults.requirePositive(KEY + "challenge-time", challengeTime));
		faults.check(this::requireAttribute);
	}

	private void requireAttribute() {
		if ((users == Users.ATTRIBUTE) != (attribute != null)) {
			throw new IllegalArgumentException(
					KEY + "attribute: users: attribute and attribute go together; give both, " + "or neither");
		}
	}

	/** Omits the token, which is secret, and the URL, which could contain a password. */
	@Override
	public String toString() {
		return "ExternalProperties[enabled=" + enabled + "]";
	}

}
