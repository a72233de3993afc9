package org.campanile;

import java.nio.file.Path;

/**
 * The folder that holds everything a configured server is made of.
 *
 * @param path the folder itself
 */
public record HomeFolder(Path path) {

	/**
	 * Returns the folder of services' metadata, {@code *.xml}; picked up, replaced and
	 * dropped while running.
	 */
	public Path metadata() {
		return path.resolve("metadata");
	}

	/**
	 * Returns the folder of CAS services, {@code *.yaml}, {@code *.yml} and
	 * {@code *.json}; picked up, replaced and dropped while running.
	 */
	public Path services() {
		return path.resolve("services");
	}

	/**
	 * Returns the folder of signing, encryption and sealing keys; made on first start if
	 * absent.
	 */
	public Path credentials() {
		return path.resolve("credentials");
	}

	/**
	 * Secrets that the configuration names, one in a file; written by administrators.
	 */
	public Path secrets() {
		return path.resolve("secrets");
	}

	/** Overrides of page templates. */
	public Path views() {
		return path.resolve("views");
	}

	/** Overrides of page texts. */
	public Path messages() {
		return path.resolve("messages");
	}

	/**
	 * Returns the folder of the server's own working data, such as last good copies of
	 * metadata. It may be deleted while the server is stopped.
	 */
	public Path work() {
		return path.resolve("work");
	}

}
