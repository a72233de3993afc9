package org.campanile.web.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code docs/configuration.md} must match the code. */
class ConfigurationDocumentationTests {

	private static final Path PAGE = Path.of("../docs/configuration.md");

	private static final Pattern YAML = Pattern.compile("^```yaml\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

	@TempDir
	private Path home;

	@Test
	void whenAKeyExistsThenItHasARowWithTypeAndDefaultAndNoOtherHas() throws Exception {
		Map<String, String> expected = Stream
			.concat(Stream.of(PropertyCatalogue.HOME),
					Stream.concat(PropertyCatalogue.groups().stream(), PropertyCatalogue.nestedGroups().stream())
						.filter(group -> !group.type().getPackageName().startsWith("org.campanile.fake"))
						.flatMap(group -> PropertyCatalogue.keys(group).stream()))
			.collect(Collectors.toMap(PropertyCatalogue.Key::name, key -> key.type() + " / " + key.defaultValue(),
					(one, other) -> one, LinkedHashMap::new));
		Map<String, String> documented = new LinkedHashMap<>();
		rows().forEach(cells -> assertThat(documented.put(code(cells[1]), cells[2].strip() + " / " + code(cells[3])))
			.as(cells[1])
			.isNull());
		assertThat(documented).containsExactlyInAnyOrderEntriesOf(expected);
	}

	@Test
	void whenAKeyHasARowThenItsMeaningAndAnExampleAreThere() throws Exception {
		assertThat(rows()).allSatisfy(cells -> {
			assertThat(cells[4]).as(cells[1]).isNotBlank();
			assertThat(cells[5]).as(cells[1]).isNotBlank();
		});
	}

	/**
	 * Each block is valid, by itself or together with the smallest valid configuration.
	 */
	@TestFactory
	Stream<DynamicTest> whenAnExampleIsYamlThenItBinds() throws Exception {
		Files.createDirectories(home.resolve("messages"));
		Files.writeString(home.resolve("messages/messages_it.properties"), "");
		Files.writeString(home.resolve("campus-ca.pem"), certificate());
		Path secrets = Files.createDirectory(home.resolve("secrets"));
		Files.writeString(secrets.resolve("ldap-password"), "secret");
		Files.writeString(secrets.resolve("db-password"), "secret");
		Path tls = Files.createDirectory(home.resolve("tls"));
		Files.writeString(tls.resolve("fullchain.pem"), "");
		Files.writeString(tls.resolve("key.pem"), "");
		String page = Files.readString(PAGE).replace("/etc/campanile/tls", tls.toString());
		List<String> blocks = YAML.matcher(page).results().map(match -> match.group(1)).toList();
		assertThat(blocks).hasSizeGreaterThan(8);
		return blocks.stream()
			.map(block -> DynamicTest.dynamicTest(block.lines().skip(1).findFirst().orElse("").strip(),
					() -> assertThat(TestConfigurations.checkOver(home, block, ConfigurationCheckTests.LEAST))
						.isEmpty()));
	}

	/** Returns a certificate in PEM, without its key. */
	private String certificate() throws Exception {
		new CredentialLoader(home.resolve("ca"), new CredentialSettings("signing.pem", KeyType.EC_P256), "ca",
				CryptoProvider.installed(), Clock.systemUTC(), new SecureRandom())
			.load();
		String pem = Files.readString(home.resolve("ca/signing.pem"));
		return pem.substring(pem.indexOf("-----BEGIN CERTIFICATE"));
	}

	private static List<String[]> rows() throws Exception {
		return Files.readAllLines(PAGE)
			.stream()
			.filter(line -> line.startsWith("| `campanile."))
			.map(line -> line.split("(?<!\\\\)\\|", -1))
			.toList();
	}

	private static String code(String cell) {
		Matcher matcher = Pattern.compile("`(.*)`").matcher(cell);
		return matcher.find() ? matcher.group(1) : "";
	}

}
