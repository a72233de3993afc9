package org.campanile.testkit.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class TrialDatabaseTests {

	@TempDir
	private Path folder;

	@Test
	void whenStartedThenItForcesItsLogToDiskAndWhenClosedNothingIsLeft() throws Exception {
		ProcessHandle server;
		int port;
		try (TrialDatabase database = TrialDatabase.start(folder.resolve("db"), new Ports())) {
			Map<String, String> settings = database.settings(1);
			assertThat(settings).isEqualTo(database.settings(2)).containsEntry("campanile.storage.type", "jpa");
			String url = settings.getOrDefault("campanile.storage.jpa.url", "");
			port = Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1"));
			assertThat(database.describe()).contains("port " + port, "fsync=on", "synchronous_commit=on");
			try (Connection connection = DriverManager.getConnection(url,
					settings.get("campanile.storage.jpa.username"), "");
					Statement statement = connection.createStatement()) {
				assertThat(setting(statement, "fsync")).isEqualTo("on");
				assertThat(setting(statement, "synchronous_commit")).isEqualTo("on");
				assertThat(setting(statement, "full_page_writes")).isEqualTo("on");
				assertThat(setting(statement, "listen_addresses")).isEqualTo("127.0.0.1");
			}
			server = ProcessHandle
				.of(Long.parseLong(
						Files.readAllLines(folder.resolve("db").resolve("data").resolve("postmaster.pid")).getFirst()))
				.orElseThrow();
			assertThat(server.isAlive()).isTrue();
		}
		server.onExit().get(30, TimeUnit.SECONDS);
		assertThat(Ports.isFree(port)).isTrue();
	}

	@Test
	void whenItCannotBeStartedThenTheMessageSaysWhatToDo() throws Exception {
		Path data = Files.createDirectories(folder.resolve("db")).resolve("data");
		Files.writeString(data, "not a folder");
		assertThatIOException().isThrownBy(() -> TrialDatabase.start(folder.resolve("db"), new Ports()))
			.withMessageContaining("PostgreSQL does not start here: ")
			.withMessageContaining("campanile.storage.jpa.url");
	}

	private static String setting(Statement statement, String name) throws Exception {
		try (ResultSet result = statement.executeQuery("SHOW " + name)) {
			result.next();
			return result.getString(1);
		}
	}

}
