package org.campanile.web.logout;

import java.time.Duration;

import jakarta.validation.constraints.NotNull;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.logout.LogoutSettings;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Single logout: how long to wait for services.
 *
 * @param backChannelTimeout how long one service may take to answer a logout request from
 * server to server; all are notified at the same time
 * @param frontChannelTimeout how long the page waits for one service that is notified
 * through the browser
 */
@Validated
@ConfigurationProperties("campanile.logout")
record LogoutProperties(@DefaultValue("3s") @NotNull Duration backChannelTimeout,
		@DefaultValue("5s") @NotNull Duration frontChannelTimeout) implements CheckedProperties {

	private static final String PREFIX = "campanile.logout.";

	/** The maximum wait for a page. */
	private static final Duration MAX = Duration.ofMinutes(1);

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(() -> checked("back-channel-timeout", backChannelTimeout, "3s"));
		faults.check(() -> checked("front-channel-timeout", frontChannelTimeout, "5s"));
	}

	/**
	 * The limits of a logout.
	 * @throws IllegalArgumentException if one is out of range; the message begins with
	 * the key
	 */
	LogoutSettings settings() {
		return new LogoutSettings(checked("back-channel-timeout", backChannelTimeout, "3s"),
				checked("front-channel-timeout", frontChannelTimeout, "5s"));
	}

	private static Duration checked(String key, Duration value, String usual) {
		if (!value.isPositive() || value.compareTo(MAX) > 0) {
			throw new IllegalArgumentException(
					PREFIX + key + ": " + value + " is not between zero and a minute; the default is " + usual);
		}
		return value;
	}

}
