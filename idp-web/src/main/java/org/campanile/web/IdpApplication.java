package org.campanile.web;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;

/** The server. Started by the commands of {@link Campanile}. */
// Spring Security does not authenticate users here, so it needs no user details service.
@SpringBootApplication(exclude = UserDetailsServiceAutoConfiguration.class)
public class IdpApplication {

	/** The version in the jar's manifest; {@code development} of classes in a folder. */
	public static String version() {
		String version = IdpApplication.class.getPackage().getImplementationVersion();
		return version == null ? "development" : version;
	}

}
