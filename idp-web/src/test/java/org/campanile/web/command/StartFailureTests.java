package org.campanile.web.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StartFailureTests {

	@Test
	void whenNobodyKnowsTheFailureThenItsRootIsNamedInOneLine() {
		StartFailure failure = StartFailure
			.of(new IllegalStateException("outer", new IOException("node2 has ended: no memory")));
		assertThat(failure.lines()).singleElement()
			.asString()
			.startsWith("The server could not be started: ")
			.endsWith("node2 has ended: no memory");
		assertThat(failure.exitCode()).isEqualTo(1);
	}

	/**
	 * systemd restarts the server unless the exit code is 78, for a faulty configuration.
	 */
	@ParameterizedTest
	@ValueSource(
			strings = { "campanile.storage.hazelcast.members: the other nodes can be reached, but they did not answer",
					"campanile.storage.hazelcast.bind-address: the Hazelcast member cannot start at \"192.0.2.1\"",
					"credentials/factors*.key: missing, and the store that would show whether they were lost" })
	void whenWhatASettingLeadsToIsNotThereYetThenTheNextStartMayFindIt(String line) {
		StartFailure failure = StartFailure
			.of(new IllegalArgumentException("a bean could not be created", new IllegalStateException(line)));
		assertThat(failure.lines()).containsExactly(line);
		assertThat(failure.exitCode()).isEqualTo(1);
		assertThat(StartFailure.of(new IllegalArgumentException(line)).exitCode()).isEqualTo(78);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Permission denied", "Cannot assign requested address" })
	void whenTheAddressCannotBeUsedThenTheSettingsAndTheRemedy(String reason) {
		StartFailure failure = StartFailure
			.of(new IllegalStateException("Connector failed to start", new BindException(reason)));
		assertThat(failure.lines()).singleElement()
			.asString()
			.startsWith("server.port, server.address: ")
			.contains(reason, "CAP_NET_BIND_SERVICE");
		assertThat(failure.exitCode()).isEqualTo(1);
	}

	/** As Debian's package makes them; chown would change the owner of the link. */
	@Test
	void whenTheFolderIsALinkThenItsTargetIsGivenToTheUser(@TempDir Path folder) throws Exception {
		Path target = Files.createDirectories(folder.toRealPath().resolve("lib/credentials"));
		Path link = Files.createSymbolicLink(folder.resolve("credentials"), target);
		String remedy = "(chown -R " + System.getProperty("user.name") + ' ' + target + ')';
		for (Path refused : List.of(link, link.resolve("signing.pem"))) {
			assertThat(StartFailure.of(new AccessDeniedException(refused.toString())).lines()).singleElement()
				.asString()
				.contains(remedy);
		}
	}

	/** As if the check were run from a personal account, or the account were new. */
	@Test
	void whenTheFolderIsAnotherAccountsThenBothRemediesAreSaid(@TempDir Path folder) throws Exception {
		Path credentials = Files.createDirectory(folder.resolve("credentials"));
		if ("root".equals(Files.getOwner(credentials).getName())) {
			Files.setOwner(credentials,
					folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
		}
		String user = System.getProperty("user.name");
		System.setProperty("user.name", "somebody");
		try {
			assertThat(StartFailure.of(new AccessDeniedException(credentials + "/signing.pem")).lines()).singleElement()
				.asString()
				.contains("user somebody has no permission",
						"; run this as " + Files.getOwner(credentials).getName()
								+ " if that is the account of the server; otherwise give the folder to somebody "
								+ "(chown -R somebody " + credentials.toRealPath() + ')');
		}
		finally {
			System.setProperty("user.name", user);
		}
	}

	@Test
	void whenAFileThatOthersUseIsRefusedThenItsFolderIsNotGivenToTheServer() {
		assertThat(StartFailure.of(new AccessDeniedException("/etc/ssl/private/idp.key")).lines()).singleElement()
			.asString()
			.startsWith("/etc/ssl/private/idp.key: ")
			.doesNotContain("chown");
	}

	@Test
	void whenTheHomeCannotBeWrittenThenUserAndRemedyAnd78() {
		StartFailure failure = StartFailure.of(new IllegalArgumentException("/srv/a: the key could not be written",
				new UncheckedIOException(new AccessDeniedException("/srv/a/credentials"))));
		assertThat(failure.lines()).singleElement()
			.asString()
			.startsWith("/srv/a/credentials: user " + System.getProperty("user.name") + " has no permission")
			.contains("chown", "--home");
		assertThat(failure.exitCode()).isEqualTo(78);
		assertThat(StartFailure.of(new FileSystemException("/srv/a/work", null, "Read-only file system")).lines())
			.singleElement()
			.asString()
			.startsWith("/srv/a/work: is on a read-only file system");
	}

}
