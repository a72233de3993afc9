package org.campanile.web.command;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.json.JsonParserFactory;

import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.testkit.process.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.campanile.web.command.CheckedHome.LEAST;
import static org.campanile.web.command.CheckedHome.WIKI;

class CheckCommandTests {

	private CheckedHome home;

	@BeforeEach
	void create(@TempDir Path folder) throws Exception {
		home = CheckedHome.in(folder);
	}

	@Test
	void whenAllIsWellThenASummaryAndNothingIsMade() throws Exception {
		home.write(LEAST);
		home.service("wiki.xml", WIKI);
		Output output = home.check();
		assertThat(output.code()).isZero();
		assertThat(output.err()).isEmpty();
		assertThat(output.out()).contains("base URL        https://login.example.edu/idp\n",
				"entityID        https://login.example.edu/idp/shibboleth\n",
				"directory       ldaps://ldap.example.edu, people below ou=people,dc=example,dc=edu\n",
				"services        1 in metadata/\n", "signing key     none yet", "is sound.");
		assertThat(home.resolve("credentials")).doesNotExist();
		assertThat(home.resolve("work")).doesNotExist();
	}

	@ParameterizedTest
	@CsvSource({ "ldap://ldap.second.example,true", "ldaps://ldap.second.example,false", "ldap://127.0.0.1,false" })
	void whenAFurtherDirectoryIsReachedWithoutEncryptionThenAWarning(String url, boolean warned) throws Exception {
		home.write(
				LEAST + """
						  attributes:
						    sources:
						      second:
						        ldap: {urls: ["%s"], bind-dn: "cn=a,dc=b", bind-password: s3cret, base-dn: "dc=b", attributes: [mail]}
						"""
					.formatted(url));
		Output output = home.check();
		assertThat(output.code()).isZero();
		assertThat(output.err()
			.contains("warning: campanile.attributes.sources.second.ldap.urls: the service account's "
					+ "password and what is said of users cross the network in clear; use ldaps:// or start-tls: true\n"))
			.isEqualTo(warned);
		assertThat(output.err()).doesNotContain("s3cret");
	}

	@Test
	void whenALogFileIsNamedThenTheServerMakesItAndNotTheCheck() throws Exception {
		home.write(LEAST + "logging: {file: {name: " + home.resolve("campanile.log") + "}}\n");
		assertThat(home.check().code()).isZero();
		assertThat(home.resolve("campanile.log")).doesNotExist();
	}

	@Test
	void whenJsonIsAskedForThenOneObjectSaysAllAndTheCodeIsTheSame() throws Exception {
		home.write(LEAST);
		home.service("wiki.xml", WIKI);
		Output sound = home.check("--json");
		assertThat(sound.code()).isZero();
		assertThat(sound.err()).isEmpty();
		Map<String, Object> all = JsonParserFactory.getJsonParser().parseMap(sound.out());
		assertThat(all).containsOnlyKeys("sound", "faults", "warnings", "summary").containsEntry("sound", true);
		assertThat((List<?>) all.get("faults")).isEmpty();
		assertThat((List<?>) all.get("summary"))
			.anySatisfy(line -> assertThat(line).asString().endsWith("https://login.example.edu/idp/shibboleth"));
		home.write(LEAST + "  scops: \"\\u001b\"\n");
		Output faulty = home.check("--json");
		assertThat(faulty.code()).isEqualTo(78);
		assertThat(faulty.err()).isEmpty();
		assertThat(faulty.out()).doesNotContain("\u001b");
		Map<String, Object> faults = JsonParserFactory.getJsonParser().parseMap(faulty.out());
		assertThat(faults).containsEntry("sound", false);
		assertThat((List<?>) faults.get("faults")).singleElement().asString().contains("campanile.scops", "scopes?");
		Files.delete(home.resolve("application.yaml"));
		Output none = home.check("--json");
		assertThat(none.code()).isEqualTo(78);
		assertThat((List<?>) JsonParserFactory.getJsonParser().parseMap(none.out()).get("faults")).singleElement()
			.asString()
			.contains("application.yaml is missing");
	}

	@Test
	void whenAFaultEndsTheReadingEarlyThenItIsInTheJsonLikeAnyOther() throws Exception {
		home.write("campanile: 'x");
		Output output = home.check("--json");
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).isEmpty();
		Map<String, Object> all = JsonParserFactory.getJsonParser().parseMap(output.out());
		assertThat(all).containsOnlyKeys("sound", "faults", "warnings", "summary").containsEntry("sound", false);
		assertThat((List<?>) all.get("faults")).singleElement()
			.asString()
			.startsWith("application.yaml:1: is not valid YAML");
	}

	@Test
	void whenThereAreFaultsThenEachIsALineAndTheCodeIs78() throws Exception {
		home.write(LEAST + "  session: {lifetime: soon}\n  scops: x\nlogging.level.root: FOO\n");
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.out()).isEmpty();
		assertThat(output.err().lines()).hasSize(4).last().isEqualTo("3 faults");
		assertThat(output.err()).contains("campanile.scops (application.yaml:8): ",
				"campanile.session.lifetime (application.yaml:7): ", "logging.level.root (application.yaml:9): ");
	}

	@Test
	void whenVariablesAreNotSetThenEachIsALine() throws Exception {
		home.write(LEAST + "server.port: ${NO_SUCH_PORT}\nlogging.file.name: ${NO_SUCH_FOLDER}/idp.log\n");
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err().lines()).hasSize(3);
		assertThat(output.err()).contains("server.port (application.yaml:", "environment variable NO_SUCH_PORT is not",
				"logging.file.name (application.yaml:");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			campanile:~  base-url: [a~  ldap: x | application.yaml:3: is not valid YAML
			campanile:~  a: 1~ b: 2 | application.yaml:3: is not valid YAML
			campanile:~  base-url: a~  base-url: b | application.yaml:3: is not valid YAML
			campanile: 'x | application.yaml:1: is not valid YAML
			""")
	void whenTheFileIsNoYamlThenOneLineWithItsNumber(String yaml, String message) throws Exception {
		home.write(yaml.replace('~', '\n'));
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err().lines()).hasSize(1);
		assertThat(output.err()).startsWith(message.substring(0, "application.yaml:".length()))
			.contains("is not valid YAML");
	}

	@Test
	void whenThereIsNoFileThenItSaysSo() {
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith(home.resolve("application.yaml") + " is missing").hasLineCount(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "check", "run" })
	void whenThereIsNoSuchHomeThenItSaysSo(String command) throws Exception {
		Output output = Output.of(command, "--home", home.resolve("nowhere").toString());
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith(home.resolve("nowhere") + " does not exist; ").hasLineCount(1);
		Path file = Files.writeString(home.resolve("file"), "");
		assertThat(Output.of(command, "--home", file.toString()).err()).startsWith(file + " is not a folder; ");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					campanile:~  base-url: "https://a~  entity-id: "b"~ | application.yaml:2: is not valid YAML: a quote opens in this line
					campanile:~  base-url: "https://a~  entity-id: b~ | application.yaml:2: is not valid YAML: a quote opens in this line
					campanile:~  scopes: ['a, b]~  entity-id: 'b'~ | application.yaml:2: is not valid YAML: a quote opens in this line
					campanile:~  base-url: x~    ldap:~      urls: y~ | application.yaml:3: is not valid YAML: indented deeper than the line before it, which has a value already
					campanile:~  base-url: "x"~    ldap:~      urls: y~ | application.yaml:3: is not valid YAML: indented deeper than the line before it, which has a value already
					""")
	void whenTheFileIsNoYamlThenTheLineIsWhereTheSlipIs(String yaml, String message) throws Exception {
		home.write(yaml.replace('~', '\n'));
		assertThat(home.check().err()).startsWith(message).hasLineCount(1);
	}

	@Test
	void whenASecretCanBeReadByOthersThenFileAndRemedy() throws Exception {
		home.write(LEAST);
		home.service("wiki.xml", WIKI);
		Path folder = Files.createDirectories(home.resolve("credentials"));
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		new CredentialLoader(folder, new CredentialSettings("signing.pem", KeyType.EC_P256), "login.example.edu",
				CryptoProvider.installed(), Clock.systemUTC(), new SecureRandom())
			.load();
		assertThat(home.check().err()).isEmpty();
		Files.setPosixFilePermissions(folder.resolve("signing.pem"), PosixFilePermissions.fromString("rw-r--r--"));
		assertThat(home.check().err()).startsWith(
				"credentials/signing.pem: every account of this machine can read this secret; take that away with chmod 600 "
						+ folder.resolve("signing.pem"));
		assertThat(home.check().code()).isEqualTo(78);
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
		assertThat(home.check().err()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "true,'',true", "false,'',false", "true,bypass,false" })
	void whenNoClassAcceptsABypassThenAWarning(boolean enabled, String accepted, boolean warned) throws Exception {
		home.service("wiki.xml", WIKI);
		home.write(LEAST + "  factors: {enabled: true, bypass.enabled: " + enabled + "}\n"
				+ "  storage.memory.durable.accept-loss: true\n"
				+ (accepted.isEmpty() ? "" : "  authentication.contexts: [{uri: a, factors: [password]}, "
						+ "{uri: b, factors: [password + *, password + " + accepted + "]}]\n"));
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(output.err().contains("warning: campanile.authentication.contexts: no class accepts 'bypass'"))
			.isEqualTo(warned);
	}

	@ParameterizedTest
	@CsvSource({ "'', true", "https://password.example.edu, false" })
	void whenPasswordsExpireAndCannotBeChangedThenAWarning(String url, boolean warned) throws Exception {
		home.service("wiki.xml", WIKI);
		home.write(LEAST + "  authentication: {mode: active-directory, domains: [example.edu]}\n"
				+ (url.isEmpty() ? "" : "  branding: {change-password-url: " + url + "}\n"));
		assertThat(home.check().err().startsWith("warning: campanile.branding.change-password-url: missing"))
			.isEqualTo(warned);
	}

	@Test
	void whenTheHomeIsRelativeThenItIsResolved() throws Exception {
		home.write(LEAST);
		Path relative = Path.of("").toAbsolutePath().relativize(home.folder());
		assertThat(Output.of("check", "--home", relative.toString()).code()).isZero();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			https://login.example.edu/idp |                                | true
			https://login.example.edu/idp | server.ssl.bundle: web         | false
			http://localhost:8080/idp     |                                | false
			""")
	void whenAProxyIsInFrontAndNoneIsTrustedThenAWarning(String baseUrl, String setting, boolean warned)
			throws Exception {
		home.write(LEAST.replace("https://login.example.edu/idp", baseUrl).replace("[10.0.0.5]", "[]")
				+ (setting == null ? "" : setting + "\n"));
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(output.err().contains("warning: campanile.http.trusted-proxies: empty")).isEqualTo(warned);
	}

	@ParameterizedTest
	@ValueSource(strings = { "server.ssl.certificate: ", "management.server.ssl.certificate-private-key: file:",
			"spring.ssl.bundle.pem.web.keystore.private-key: file:" })
	void whenAFileForTlsCannotBeReadThenAFault(String setting) throws Exception {
		Path file = home.resolve("key.pem");
		home.write(LEAST + setting + file + "\n");
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).startsWith(setting.substring(0, setting.indexOf(':')) + " (application.yaml:7): \"")
			.contains(file + "\" is not a file that user ")
			.endsWith("\n1 fault\n");
		Files.createFile(file);
		assertThat(home.check().code()).isZero();
	}

	@Test
	void whenTlsIsOffThenItsFilesAreNotNeeded() throws Exception {
		home.write(LEAST + "server.ssl: {enabled: false, certificate: " + home.resolve("none.pem") + "}\n");
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "false,6,'campanile.validation.realms.door.check', 'PINs are kept with the factors'",
			"true,3,campanile.validation.pin.minimum-length,give 4 to 32" })
	void whenPinsCannotBeKeptOrAreTooShortThenAFault(boolean factors, int length, String key, String reason)
			throws Exception {
		home.write(LEAST + "  factors.enabled: " + factors + "\n  storage.memory.durable.accept-loss: true\n"
				+ "  validation: {enabled: true, pin.minimum-length: " + length + ", realms: {door: {check: pin}}}\n");
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).contains(key, reason);
	}

	/**
	 * Otherwise a user of the login could choose the PIN of another person whose name in
	 * the realm is the same.
	 */
	@Test
	void whenPinsAreCheckedOfPeopleWhoCannotChooseOneThenAFault() throws Exception {
		String realm = LEAST + "  factors.enabled: true\n  storage.memory.durable.accept-loss: true\n"
				+ "  validation: {enabled: true, realms: {door: {check: pin, %sldap: "
				+ "{urls: ['ldap://127.0.0.1:1'], base-dn: 'dc=example,dc=edu'}}}}\n";
		home.write(realm.formatted(""));
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).contains("campanile.validation.realms.door.check",
				"users choose PINs at the account page", "set same-people: true");
		home.write(realm.formatted("same-people: true, "));
		assertThat(home.check().err()).doesNotContain("users choose PINs");
	}

	@ParameterizedTest
	@CsvSource({ "address: 0.0.0.0,true", "address: '',true", "address: 127.0.0.1,false", "address: localhost,false",
			"'{address: 0.0.0.0, ssl.bundle: web}',false" })
	void whenPasswordsAreValidatedOnAPublicPortWithoutTlsThenAWarning(String setting, boolean warned) throws Exception {
		home.write(LEAST + "  validation: {enabled: true}\nmanagement.server: "
				+ (setting.startsWith("{") ? setting : '{' + setting + '}') + "\n");
		Output output = home.check();
		assertThat(output.code()).as(output.err()).isZero();
		assertThat(output.err().contains("warning: management.server.ssl: missing")).isEqualTo(warned);
	}

	@Test
	void whenCredentialsCannotBeUsedThenFileAndReason() throws Exception {
		home.write(LEAST);
		Files.createDirectories(home.resolve("credentials"));
		Files.writeString(home.resolve("credentials/signing.pem"), "nothing");
		Files.writeString(home.resolve("credentials/sealing-0001.key"), "short");
		Files.writeString(home.resolve("credentials/persistent-id.salt"), "short");
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).contains("credentials/signing.pem: ",
				"sealing-0001.key does not contain a sealing key", "persistent-id.salt: no usable salt");
	}

	@Test
	void whenOverridesAreBrokenThenFileAndReason() throws Exception {
		home.write(LEAST + "  branding: {logo: logo.svg}\n");
		Files.createDirectories(home.resolve("views"));
		Files.createDirectories(home.resolve("messages"));
		Files.writeString(home.resolve("views/login.html"), "<p th:text=\"${\">x</p>");
		Files.writeString(home.resolve("messages/messages.properties"), "no.such.text=x\n");
		Output output = home.check();
		assertThat(output.code()).isEqualTo(78);
		assertThat(output.err()).contains("views/login.html", "views/logo.svg: there is no logo",
				"messages/messages.properties line 1: no page has a text 'no.such.text'");
	}

	/**
	 * Containers set such variables for a service with the server's name. Uses a separate
	 * process, which logs like an installed server and not like these tests.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "check", "run" })
	@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void whenVariablesMeanNoSettingThenTheyBreakNothing(String command) throws Exception {
		home.write("campanile:\n  base-url: http://localhost:" + Ports.free()
				+ "/idp\n  ldap: {urls: \"ldap://127.0.0.1:1\", base-dn: \"dc=example,dc=edu\"}\nmanagement.server.port: 0\n");
		ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Dcampanile=x", "-cp", withoutTests(System.getProperty("java.class.path")), Campanile.class.getName(),
				command, "--home", home.folder().toString())
			.redirectErrorStream(true);
		builder.environment()
			.putAll(Map.of("CAMPANILE", "x", "CAMPANILE_HOME", "/nowhere", "CAMPANILE_X", "1", "CAMPANILE_PORT",
					"tcp://10.0.0.1:80", "CAMPANILE_STORAGE_HAZELCAST_PORT", "tcp://10.0.0.2:5701",
					"CAMPANILE_SERVICE_HOST", "10.0.0.1"));
		Process process = builder.start();
		try (BufferedReader output = process.inputReader()) {
			List<String> lines = new ArrayList<>();
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				lines.add(line);
				if (line.contains("is sound") || line.contains("Campanile has started")) {
					return;
				}
			}
			assertThat(lines).as("output").isEmpty();
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static String withoutTests(String classPath) {
		return Stream.of(classPath.split(File.pathSeparator))
			.filter(entry -> !entry.endsWith("test-classes") && !entry.endsWith("-tests.jar"))
			.collect(Collectors.joining(File.pathSeparator));
	}

}
