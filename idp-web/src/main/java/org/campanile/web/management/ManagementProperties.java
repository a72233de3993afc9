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
 * Who may use the management port.
 *
 * @param token what administrators show to the management port, 32 characters or more; if
 * absent, what credentials/management.token holds, which the first start makes
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
	 * The token, of the home's folder of credentials if none is configured.
	 * @throws IllegalArgumentException naming key or file, if there is something else
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

	/** Without the token. */
	@Override
	public String toString() {
		return "ManagementProperties[" + (token == null ? "token from its file" : "token configured") + "]";
	}

}
