package org.campanile.web.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.campanile.testkit.process.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.web.command.CheckedHome.LEAST;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/** Tests what an administrator sees if a server does not start. */
@ExtendWith(OutputCaptureExtension.class)
class RunCommandTests {

	@TempDir
	private Path home;

	@Test
	void whenThereAreFaultsThenALineForEachAndNoStackTrace(CapturedOutput console) throws Exception {
		write("campanile:\n  base-url: http://login.example.edu\n  ldap:\n    urls: ldap\n");
		Output output = run();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err().lines()).hasSize(3)
			.anySatisfy(line -> assertThat(line).startsWith("campanile.base-url (application.yaml:2): "))
			.anySatisfy(line -> assertThat(line).startsWith("campanile.ldap.urls (application.yaml:4): "))
			.anySatisfy(line -> assertThat(line).startsWith("campanile.ldap.base-dn: missing"));
		assertThat(console.getAll()).doesNotContain("\tat ", "Exception");
		assertThat(home.toFile().list()).containsExactly("application.yaml");
	}

	@Test
	void whenALogFormatIsUnknownThenOneLineAndNoStackTrace(CapturedOutput console) throws Exception {
		write(LEAST + "logging: {structured: {format: {console: json}}}\n");
		Output output = run();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).isEqualTo(
				"logging.structured.format.console (application.yaml:7): \"json\" is none of ecs, gelf, logstash\n");
		assertThat(console.getAll()).doesNotContain("\tat ");
		assertThat(check().err()).isEqualTo(output.err() + "1 fault\n");
	}

	@ParameterizedTest
	@CsvSource({ "name, application.yaml/campanile.log, application.yaml is not a folder", "name, '', is a folder",
			"path, application.yaml, application.yaml is not a folder" })
	void whenTheLogsFileCannotBeWrittenThenOneLineAndNoStackTrace(String key, String file, String reason,
			CapturedOutput console) throws Exception {
		Path log = home.resolve(file);
		write(LEAST + "logging.file." + key + ": " + log + "\n");
		Output output = run();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith("logging.file." + key + " (application.yaml:7): \"" + log + "\": ")
			.contains(reason, "; name a file in a folder that user ")
			.hasLineCount(1);
		assertThat(console.getAll()).doesNotContain("\tat ");
		assertThat(check().err()).isEqualTo(output.err() + "1 fault\n");
		assertThat(home.toFile().list()).containsExactly("application.yaml");
	}

	@ParameterizedTest
	@CsvSource({ "file, application.yaml/audit.log, application.yaml is not a folder", "file, '.', is a folder",
			"file, /dev/null, /dev/null is not a regular file", "format, jsom, is none of text" })
	void whenTheAuditLogCannotBeWrittenThenOneLineAndNoStackTrace(String key, String value, String reason,
			CapturedOutput console) throws Exception {
		write(LEAST + "  audit:\n    " + key + ": " + value + "\n");
		Output output = run();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith("campanile.audit." + key + " (application.yaml:8): \"" + value + "\"")
			.contains(reason)
			.hasLineCount(1);
		assertThat(console.getAll()).doesNotContain("\tat ");
		assertThat(check().err()).isEqualTo(output.err() + "1 fault\n");
	}

	@Test
	void whenTheAuditLogIsInAFolderThatCannotBeWrittenThenItCouldNotBeRotated() throws Exception {
		Path folder = Files.createDirectory(home.resolve("logs"));
		Files.createFile(folder.resolve("audit.log"));
		write(LEAST + "  audit: {file: logs/audit.log}\n");
		assertThat(check().code()).isZero();
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-x------"));
		try {
			assumeFalse(Files.isWritable(folder), "root may write everywhere");
			assertThat(check().err()).startsWith("campanile.audit.file (application.yaml:7): ")
				.contains(folder + " cannot be written, so the file cannot be rotated; name a file in a folder that");
			write(LEAST + "logging.file.name: " + folder.resolve("audit.log") + "\n");
			assertThat(check().code()).isZero();
		}
		finally {
			Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
		}
	}

	/** A check must not touch the log of a running server. */
	@Test
	void whenCheckedThenTheAuditLogIsNotOpened() throws Exception {
		write("campanile: {audit: {file: audit.log, format: json}}\n");
		check();
		assertThat(home.resolve("audit.log")).doesNotExist();
	}

	@Test
	void whenThereIsNoFileThenItSaysSo() {
		Output output = run();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).contains("application.yaml is missing");
	}

	@Test
	void whenThereIsMoreToReadThanTheHomeThenThatSaysTheSame() {
		assertThat(run()).isEqualTo(runByPicocli());
		StringWriter err = new StringWriter();
		assertThat(Campanile.execute(new PrintWriter(err, true), "run", "--home", home.toString(), "--port=1"))
			.isEqualTo(2);
		assertThat(err).asString().startsWith("Unknown option: '--port=1'");
	}

	@Test
	void whenACredentialIsUnusableThenOneLineAnd78(CapturedOutput console) throws Exception {
		write("campanile:\n  base-url: http://localhost:" + Ports.free()
				+ "/idp\n  ldap: {urls: \"ldap://127.0.0.1:1\", base-dn: \"dc=example,dc=edu\"}\n"
				+ "management.server.port: 0\n");
		Files.createDirectories(home.resolve("credentials"));
		Files.writeString(home.resolve("credentials/signing.pem"), "nothing");
		Output output = run();
		assertThat(output.err()).startsWith("credentials/signing.pem: ").hasLineCount(1);
		assertThat(output.code()).isEqualTo(78);
		assertThat(console.getAll()).doesNotContain("\tat ");
	}

	@Test
	void whenThePortIsTakenThenOneLineWithTheRemedy(CapturedOutput console) throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			write("campanile:\n  base-url: http://localhost:" + taken.getLocalPort()
					+ "/idp\n  ldap: {urls: \"ldap://127.0.0.1:1\", base-dn: \"dc=example,dc=edu\"}\nmanagement.server.port: 0\n");
			Output output = run();
			assertThat(output.err()).startsWith("Port " + taken.getLocalPort() + " is taken").hasLineCount(1);
			assertThat(output.code()).isEqualTo(1);
			assertThat(console.getAll()).doesNotContain("\tat ");
		}
	}

	private Output run() {
		StringWriter err = new StringWriter();
		int code = Campanile.execute(new PrintWriter(err, true), "run", "--home", home.toString());
		return new Output(code, "", err.toString());
	}

	private Output check() {
		return Output.of("check", "--home", home.toString());
	}

	private Output runByPicocli() {
		return Output.of("run", "--home", home.toString());
	}

	private void write(String yaml) throws IOException {
		Files.writeString(home.resolve("application.yaml"), yaml);
	}

}
