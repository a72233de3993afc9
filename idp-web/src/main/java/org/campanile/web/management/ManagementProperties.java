package org.campanile.web.management;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import org.campanile.HomeFolder;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Access to the management port.
 *
 * @param token the bearer token that administrators send to the management port, 32
 * characters or more; if absent, the content of credentials/management.token, which is
 * created at the first start
 */
@ConfigurationProperties("campanile.management")
public record ManagementProperties(@Nullable String token) implements CheckedProperties {

	@Override
	public void check(CheckContext context, Faults faults) {
		if (token != null) {
			faults.check(() -> configured(token));
		}
	}

	/**
	 * The configured token, otherwise that of the home folder's credentials.
	 * @throws IllegalArgumentException if it is not a valid token; the message names the
	 * key or the file
	 */
	ManagementToken token(HomeFolder home, SecureRandom random) {
		if (token != null) {
			return configured(token);
		}
		try {
			return new ManagementTokenFile(home.credentials(), random).loadOrCreate();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(
					home.credentials().resolve(ManagementTokenFile.NAME) + " cannot be read; make it readable", ex);
		}
	}

	private static ManagementToken configured(String token) {
		return Faults.named("campanile.management.token", () -> ManagementToken.of(token));
	}

	/** Omits the token. */
	@Override
	public String toString() {
		return "ManagementProperties[" + (token == null ? "token from its file" : "token configured") + "]";
	}

}
