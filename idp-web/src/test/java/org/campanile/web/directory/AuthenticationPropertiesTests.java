package org.campanile.web.directory;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import org.campanile.directory.DirectorySettings;
import org.campanile.directory.DirectorySettings.Users;
import org.campanile.directory.EntryCache;
import org.campanile.directory.ServerAddress;
import org.campanile.directory.password.LoginMethod;
import org.campanile.directory.password.PasswordSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AuthenticationPropertiesTests {

	@Test
	void whenNothingIsGivenThenTheDefaultsHold() {
		assertThat(bind(Map.of()).passwordSettings(EntryCache.OFF))
			.isEqualTo(new PasswordSettings(new LoginMethod.BindSearch(), false, 256, 1024, Duration.ofMillis(100)));
	}

	@Test
	void whenEverythingIsGivenThenEverythingArrives() {
		AuthenticationProperties properties = bind(
				Map.of("mode", "active-directory", "domains", "example.edu,example.org", "reveal-locked-accounts",
						"true", "failure-step", "0", "max-username-length", "10", "max-password-bytes", "20"));
		PasswordSettings settings = properties.passwordSettings(EntryCache.OFF);
		assertThat(settings.method()).isInstanceOfSatisfying(LoginMethod.ActiveDirectory.class, method -> {
			assertThat(method.domains()).containsExactly("example.edu", "example.org");
			assertThat(method.filter()).hasToString("(userPrincipalName={login})");
		});
		assertThat(settings.revealLockedAccounts()).isTrue();
		assertThat(settings.failureStep()).isZero();
		assertThat(settings.maxUsernameLength()).isEqualTo(10);
		assertThat(settings.maxPasswordBytes()).isEqualTo(20);
	}

	@Test
	void whenBoundDirectlyThenTheTemplateIsRead() {
		assertThat(
				bind(Map.of("mode", "direct-bind", "dn-template", "uid={user},dc=edu")).passwordSettings(EntryCache.OFF)
					.method())
			.isInstanceOf(LoginMethod.DirectBind.class);
	}

	@ParameterizedTest
	@CsvSource({ "bind-search, true,", "direct-bind, false,", "active-directory, false, (userPrincipalName={login})" })
	void whenLoginsBindByNameThenTheUserFilterIsNotTheirs(String mode, boolean searched, @Nullable String filter) {
		Users given = new Users("dc=edu", DirectorySettings.Scope.SUBTREE, "(uid={user})", "uid", true,
				Optional.of("uid=decoy,dc=edu"));
		DirectorySettings settings = new DirectorySettings(List.of(new ServerAddress("localhost", 389)),
				DirectorySettings.Order.FAILOVER,
				new DirectorySettings.Transport(DirectorySettings.Security.PLAIN, Optional.empty(), true),
				Optional.empty(), given, DirectorySettings.Pools.DEFAULTS, DirectorySettings.Limits.DEFAULTS);
		assertThat(bind(Map.of("mode", mode)).limit(settings).users())
			.isEqualTo(new Users("dc=edu", DirectorySettings.Scope.SUBTREE, "(uid={user})", "uid", true,
					Optional.of("uid=decoy,dc=edu"), searched, Optional.ofNullable(filter)));
	}

	@ParameterizedTest
	@CsvSource({ "mode,direct-bind,dn-template", "mode,active-directory,domains", "failure-step,-1s,failure-step" })
	void whenSomethingIsWrongThenTheKeyIsNamed(String key, String value, String named) {
		AuthenticationProperties properties = bind(Map.of(key, value));
		assertThatIllegalArgumentException().isThrownBy(() -> properties.passwordSettings(EntryCache.OFF))
			.withMessageContaining("campanile.authentication." + named);
	}

	@Test
	void whenTheTemplateIsUselessThenTheKeyIsNamed() {
		AuthenticationProperties properties = bind(Map.of("mode", "direct-bind", "dn-template", "uid=alice,dc=edu"));
		assertThatIllegalArgumentException().isThrownBy(() -> properties.passwordSettings(EntryCache.OFF))
			.withMessageContaining("campanile.authentication.dn-template: ");
	}

	private static AuthenticationProperties bind(Map<String, String> given) {
		Map<String, String> prefixed = new LinkedHashMap<>();
		given.forEach((key, value) -> prefixed.put("campanile.authentication." + key, value));
		return new Binder(new MapConfigurationPropertySource(prefixed)).bindOrCreate("campanile.authentication",
				AuthenticationProperties.class);
	}

}
