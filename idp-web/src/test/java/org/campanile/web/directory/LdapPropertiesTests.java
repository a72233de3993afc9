package org.campanile.web.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import org.campanile.HomeFolder;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict.Proven;
import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.directory.DirectorySettings.Order;
import org.campanile.directory.DirectorySettings.Pools;
import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.Security;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.ServerAddress;
import org.campanile.directory.password.DirectoryPasswordAuthenticator;
import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Sealer;
import org.campanile.web.authn.FactorConfiguration;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LdapPropertiesTests {

	@TempDir
	private Path folder;

	@Test
	void whenFourLinesAreGivenThenTheRestIsDefault() {
		DirectorySettings settings = settings(typical());
		assertThat(settings.servers()).containsExactly(new ServerAddress("ldap.example.edu", 636));
		assertThat(settings.order()).isEqualTo(Order.FAILOVER);
		assertThat(settings.transport().security()).isEqualTo(Security.LDAPS);
		assertThat(settings.transport().checkHostname()).isTrue();
		assertThat(settings.transport().trustedCertificates()).isEmpty();
		assertThat(settings.serviceAccount())
			.hasValue(new ServiceAccount("cn=campanile,dc=example,dc=edu", "service-secret"));
		assertThat(settings.users().filter()).isEqualTo("(uid={user})");
		assertThat(settings.users().scope()).isEqualTo(Scope.SUBTREE);
		assertThat(settings.users().principalAttribute()).isEqualTo("uid");
		assertThat(settings.users().ignoreReferences()).isFalse();
		assertThat(settings.users().decoyDn()).isEmpty();
		assertThat(settings.pools()).isEqualTo(Pools.DEFAULTS);
		assertThat(settings.limits()).isEqualTo(Limits.DEFAULTS);
		assertThat(bind(typical()).attributes()).containsExactly("*", "memberOf", "entryUUID");
	}

	@Test
	void whenEverythingIsGivenThenEverythingArrives() throws Exception {
		Files.writeString(folder.resolve("ca.pem"), "");
		Map<String, String> given = typical();
		given.put("urls", "ldap://[::1], ldap://second:1389/");
		given.put("order", "round-robin");
		given.put("start-tls", "true");
		given.put("trusted-certificates", "ca.pem");
		given.put("check-hostname", "false");
		given.put("search-scope", "one-level");
		given.put("user-filter", "(|(uid={user})(mail={user}))");
		given.put("principal-attribute", "eduPersonPrincipalName");
		given.put("ignore-references", "true");
		given.put("decoy-dn", "uid=decoy,dc=example,dc=edu");
		given.put("connect-timeout", "2s");
		given.put("response-timeout", "4s");
		given.put("pool-wait", "5s");
		given.put("timeout", "6s");
		given.put("search-pool-size", "7");
		given.put("bind-pool-size", "8");
		given.put("max-concurrent", "9");
		given.put("health-check-interval", "10s");
		given.put("max-connection-age", "11m");
		DirectorySettings settings = settings(given);
		assertThat(settings.servers()).containsExactly(new ServerAddress("::1", 389),
				new ServerAddress("second", 1389));
		assertThat(settings.order()).isEqualTo(Order.ROUND_ROBIN);
		assertThat(settings.transport()).isEqualTo(
				new DirectorySettings.Transport(Security.STARTTLS, Optional.of(folder.resolve("ca.pem")), false));
		assertThat(settings.users()).isEqualTo(new DirectorySettings.Users("ou=people,dc=example,dc=edu",
				Scope.ONE_LEVEL, "(|(uid={user})(mail={user}))", "eduPersonPrincipalName", true,
				Optional.of("uid=decoy,dc=example,dc=edu")));
		assertThat(settings.limits()).isEqualTo(
				new Limits(Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(5), Duration.ofSeconds(6)));
		assertThat(settings.pools()).isEqualTo(new Pools(7, 8, 9, Duration.ofSeconds(10), Duration.ofMinutes(11)));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "urls|''|urls", "urls|http://ldap.example.edu|urls", "urls|ldap.example.edu|urls",
					"urls|ldap://a,ldaps://b|urls", "urls|ldap://u:p@h|urls", "urls|ldap://h:0|urls",
					"urls|ldap://a b|urls", "urls|ldap://h/dc=x|urls", "start-tls|true|start-tls",
					"base-dn|nonsense|base-dn", "base-dn|''|base-dn", "bind-dn|nonsense|bind-dn",
					"bind-password|''|bind-password", "user-filter|(uid={user}|user-filter",
					"user-filter|(uid=alice)|user-filter", "decoy-dn|nonsense|decoy-dn", "timeout|0s|timeout",
					"connect-timeout|-1s|connect-timeout", "trusted-certificates|absent.pem|trusted-certificates" })
	void whenSomethingIsWrongThenTheKeyIsNamed(String key, String value, String named) {
		Map<String, String> given = typical();
		given.put(key, value);
		assertThatIllegalArgumentException().isThrownBy(() -> settings(given))
			.withMessageContaining("campanile.ldap.")
			.withMessageContaining(named + ":")
			.withMessageNotContaining("service-secret");
	}

	@ParameterizedTest
	@CsvSource({ "ldap://ldap.example.edu,false,true", "ldap://ldap.example.edu,true,false",
			"ldaps://ldap.example.edu,false,false", "ldap://localhost,false,false", "ldap://127.0.0.1:1389,false,false",
			"ldap://[::1],false,false", "ldap://192.0.2.1,false,true" })
	void whenPasswordsWouldCrossTheNetworkInClearThenItIsKnown(String url, boolean startTls, boolean exposed) {
		Map<String, String> given = typical();
		given.put("urls", url);
		given.put("start-tls", Boolean.toString(startTls));
		assertThat(bind(given).exposesPasswords()).isEqualTo(exposed);
	}

	private ApplicationContextRunner server() {
		return new ApplicationContextRunner()
			.withUserConfiguration(LdapConfiguration.class, AuthenticationConfiguration.class,
					FactorConfiguration.class)
			.withBean(HomeFolder.class, () -> new HomeFolder(folder))
			.withBean(InstantSource.class, InstantSource::system)
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withBean(SecureRandom.class, SecureRandom::new)
			.withBean(Sealer.class, () -> SessionFixtures.sealer(1))
			.withBean(OneTimeStore.class, () -> new HeapOneTimeStore(InstantSource.system(), new HashMap<>()));
	}

	@Test
	void whenADirectoryIsNamedThenOneOfItsPeopleSignsIn() throws Exception {
		try (EmbeddedDirectory people = EmbeddedDirectory.demo(0)) {
			server()
				.withPropertyValues(people.settings()
					.entrySet()
					.stream()
					.map(setting -> setting.getKey() + "=" + setting.getValue())
					.toArray(String[]::new))
				.run(context -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean(DirectoryPasswordAuthenticator.class)
						.authenticate("alice", "alice-demo", new LoginOrigin("127.0.0.1"))).isInstanceOf(Proven.class);
				});
		}
	}

	@Test
	void whenTheDirectoryIsDownThenTheServerStartsAllTheSame() {
		server()
			.withPropertyValues("campanile.ldap.urls=ldap://127.0.0.1:1", "campanile.ldap.base-dn=dc=example,dc=edu")
			.run(context -> assertThat(context).hasNotFailed());
	}

	private static Map<String, String> typical() {
		Map<String, String> given = new LinkedHashMap<>();
		given.put("urls", "ldaps://ldap.example.edu");
		given.put("bind-dn", "cn=campanile,dc=example,dc=edu");
		given.put("bind-password", "service-secret");
		given.put("base-dn", "ou=people,dc=example,dc=edu");
		return given;
	}

	private DirectorySettings settings(Map<String, String> given) {
		return bind(given).settings(new HomeFolder(folder));
	}

	private static LdapProperties bind(Map<String, String> given) {
		Map<String, String> prefixed = new LinkedHashMap<>();
		given.forEach((key, value) -> prefixed.put("campanile.ldap." + key, value));
		return new Binder(new MapConfigurationPropertySource(prefixed)).bindOrCreate("campanile.ldap",
				LdapProperties.class);
	}

}
