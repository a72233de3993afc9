package org.campanile.web.directory;

import java.io.IOException;
import java.util.Map;

import org.campanile.directory.TrainingDirectory;

/** A directory of one user, for the server that {@code campanile train} starts. */
public final class TrainingUsers implements AutoCloseable {

	/** The user's name. */
	public static final String USER = TrainingDirectory.USER;

	private final TrainingDirectory directory;

	private TrainingUsers(TrainingDirectory directory) {
		this.directory = directory;
	}

	/**
	 * Starts it on any free port.
	 * @throws IOException if it cannot listen
	 */
	public static TrainingUsers start(String password) throws IOException {
		return new TrainingUsers(TrainingDirectory.start(password));
	}

	/** Returns the configuration that a server needs to use the directory. */
	public Map<String, String> settings() {
		return Map.of("campanile.ldap.urls", directory.url(), "campanile.ldap.base-dn", TrainingDirectory.BASE_DN);
	}

	@Override
	public void close() {
		directory.close();
	}

}
