package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import org.campanile.perf.environment.PeerEnvironment;

/** The lines of {@code keycloak.conf}. */
final class KeycloakSettings {

	private KeycloakSettings() {
	}

	/** One node that answers on loopback without TLS, as the measured nodes do. */
	static Map<String, String> web(int port) {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("http-enabled", "true");
		settings.put("http-host", "127.0.0.1");
		settings.put("http-port", Integer.toString(port));
		settings.put("hostname", "http://127.0.0.1:" + port);
		settings.put("health-enabled", "false");
		settings.put("metrics-enabled", "false");
		// One node has nobody to tell of its sessions.
		settings.put("cache", "local");
		return settings;
	}

	static Map<String, String> postgres(String url) {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("db", "postgres");
		settings.put("db-url", url);
		settings.put("db-username", PeerEnvironment.DATABASE_USER);
		// Not asked for, but Keycloak wants one.
		settings.put("db-password", "none");
		return settings;
	}

	/** H2 in the folder of the server. */
	static Map<String, String> file() {
		return Map.of("db", "dev-file");
	}

	static void write(Map<String, String> settings, Path file) throws IOException {
		StringBuilder lines = new StringBuilder();
		settings.forEach((key, value) -> lines.append(key).append('=').append(value).append('\n'));
		Files.writeString(file, lines);
	}

}
