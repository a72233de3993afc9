package org.campanile.web;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The server. Started by the commands of {@link Campanile}. */
@SpringBootApplication
public class IdpApplication {

	/** The version in the jar's manifest; {@code development} of classes in a folder. */
	public static String version() {
		String version = IdpApplication.class.getPackage().getImplementationVersion();
		return version == null ? "development" : version;
	}

}
