package org.campanile.web.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.bootstrap.DefaultBootstrapContext;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests secrets in files, passed by systemd or stored in the home folder. */
class CredentialFilesTests {

	private static final String KEY = "campanile.ldap.bind-password";

	private static final String LEAST = """
			campanile:
			  base-url: https://login.example.edu/idp
			  ldap:
			    urls: ldaps://ldap.example.edu
			    base-dn: ou=people,dc=example,dc=edu
			    bind-dn: cn=campanile
			    bind-password: %s
			""";

	@TempDir
	private Path home;

	@TempDir
	private Path given;

	private Path secrets;

	private final Map<String, Object> more = new LinkedHashMap<>();

	@BeforeEach
	void make() throws IOException {
		secrets = Files.createDirectory(home.resolve("secrets"),
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "s3cret", "s3cret\n", "s3cret\r\n" })
	void whenTheFileIsInTheHomeFolderThenItsLineIsTheValue(String content) throws Exception {
		Files.writeString(secrets.resolve("ldap-password"), content);
		assertThat(password("${credential.ldap-password}")).isEqualTo("s3cret");
		assertThat(faults("${credential.ldap-password}")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { " two  spaces ", "first\nsecond", "${HOME}", "a${b", "\\${b}", "${a}${b", "x}${a",
			"}{$${a:b}\\", "${credential.ldap-password}", "#{1+1}", "pässwörd" })
	void whenASecretLooksLikeSomethingElseThenItIsStillTheValue(String secret) throws Exception {
		Files.writeString(secrets.resolve("ldap-password"), secret + "\n");
		assertThat(password("${credential.ldap-password}")).isEqualTo(secret);
		assertThat(faults("${credential.ldap-password}")).isEmpty();
	}

	@Test
	void whenSystemdHandsACredentialOverThenItGoesBeforeTheHomeFolder() throws Exception {
		more.put("CREDENTIALS_DIRECTORY", given.toString());
		Files.writeString(secrets.resolve("ldap-password"), "of the home folder");
		assertThat(password("${credential.ldap-password}")).isEqualTo("of the home folder");
		Files.writeString(given.resolve("ldap-password"), "of systemd");
		assertThat(password("${credential.ldap-password}")).isEqualTo("of systemd");
	}

	@Test
	void whenAFileIsMissingThenKeyPlacesAndRemedyAreSaid() throws Exception {
		more.put("CREDENTIALS_DIRECTORY", given.toString());
		assertThat(faults("${credential.ldap-password}"))
			.containsExactly(KEY + " (application.yaml:7): the credential ldap-password is missing: there is no file "
					+ given + "/ldap-password and no " + secrets
					+ "/ldap-password; write the secret into the last, or with systemd "
					+ "add LoadCredential=ldap-password:/path/of/the/file to the unit");
	}

	@Test
	void whenAFileIsMissingAndThereIsADefaultThenTheDefaultHolds() throws Exception {
		assertThat(password("${credential.ldap-password:changeit}")).isEqualTo("changeit");
		assertThat(faults("${credential.ldap-password:changeit}")).isEmpty();
	}

	/** Otherwise the default value would hide that the secret could not be read. */
	@ParameterizedTest
	@ValueSource(strings = { "${credential.ldap-password}", "${credential.ldap-password:changeit}" })
	void whenAFileCannotBeUsedThenThatIsAFaultAndNothingOfItIsSaid(String value) throws Exception {
		Path file = secrets.resolve("ldap-password");
		Files.write(file, new byte[] { 's', '3', (byte) 0xff, 'c' });
		assertThat(faults(value)).containsExactly(KEY + " (application.yaml:7): the credential ldap-password: " + file
				+ " is no text in UTF-8; is it the right file?");
		Files.writeString(file, "\n");
		assertThat(faults(value)).singleElement().asString().endsWith(file + " is empty; write the secret into it");
		Files.writeString(file, "s3cret".repeat(20_000));
		assertThat(faults(value)).singleElement()
			.asString()
			.contains("has more than 65536 bytes")
			.doesNotContain("s3c");
		Files.delete(file);
		Files.createSymbolicLink(file, file);
		assertThat(faults(value)).singleElement().asString().contains(file + " cannot be read (");
	}

	@Test
	void whenAFolderCannotBeListedThenThatIsSaid() throws Exception {
		more.put("CREDENTIALS_DIRECTORY", Files.writeString(given.resolve("file"), "x").toString());
		assertThat(faults("${credential.ldap-password}")).singleElement()
			.asString()
			.contains(given.resolve("file") + " cannot be listed (NotDirectoryException)");
	}

	@Test
	void whenASettingOfSpringNamesAMissingOneThenThatIsAFaultToo() throws Exception {
		assertThat(check(LEAST.formatted("x") + "server: {ssl: {key-store-password: '${credential.key-store}'}}\n"))
			.singleElement()
			.asString()
			.startsWith("server.ssl.key-store-password (application.yaml:8): the credential key-store is missing");
	}

	@Test
	void whenKubernetesKeepsVersionsInHiddenFoldersThenTheLinksAreRead() throws Exception {
		Path version = Files.createDirectories(secrets.resolve("..2026_11_23"));
		Files.writeString(version.resolve("ldap-password"), "s3cret");
		Files.createSymbolicLink(secrets.resolve("..data"), version);
		Files.createSymbolicLink(secrets.resolve("ldap-password"), Path.of("..data/ldap-password"));
		assertThat(password("${credential.ldap-password}")).isEqualTo("s3cret");
	}

	@Test
	void whenOthersCanReadASecretThenTheCheckOfTheHomeFolderSaysSo() throws Exception {
		Path file = Files.writeString(secrets.resolve("ldap-password"), "s3cret");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
		assertThat(TestConfigurations.checkHome(home, LEAST.formatted("x")).faults()).isEmpty();
		Files.setPosixFilePermissions(secrets, PosixFilePermissions.fromString("rwxr-xr-x"));
		assertThat(TestConfigurations.checkHome(home, LEAST.formatted("x")).faults()).containsExactly(
				"secrets/ldap-password: every account of this machine can read this secret; take that away "
						+ "with chmod 600 " + file);
	}

	private String password(String value) throws IOException {
		return Binder.get(environment(LEAST.formatted(quoted(value)))).bind(KEY, String.class).get();
	}

	private List<String> faults(String value) throws IOException {
		return check(LEAST.formatted(quoted(value)));
	}

	private static String quoted(String value) {
		return '"' + value + '"';
	}

	private List<String> check(String yaml) throws IOException {
		return ConfigurationCheck.of(environment(yaml)).faults();
	}

	private StandardEnvironment environment(String yaml) throws IOException {
		Path file = Files.writeString(home.resolve("application.yaml"), yaml);
		more.put(HomeEnvironment.HOME, home.toString());
		StandardEnvironment environment = new StandardEnvironment();
		new YamlPropertySourceLoader().load("application.yaml", new FileSystemResource(file))
			.forEach(environment.getPropertySources()::addLast);
		environment.getPropertySources().addFirst(new MapPropertySource("commandLineArgs", more));
		new HomeEnvironment().onApplicationEvent(new ApplicationEnvironmentPreparedEvent(new DefaultBootstrapContext(),
				new SpringApplication(), new String[0], environment));
		return environment;
	}

}
