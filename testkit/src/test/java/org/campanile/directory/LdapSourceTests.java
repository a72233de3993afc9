package org.campanile.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.GuardedSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceSettings;
import org.campanile.attribute.SourceSettings.OnFailure;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.testkit.attribute.AttributeSourceContract;
import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.Security;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DirectorySettings.Transport;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.ObservedDirectory;
import org.campanile.testkit.directory.Relay;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LdapSourceTests extends AttributeSourceContract {

	private static final String BASE = "ou=hr," + EmbeddedDirectory.DEMO_BASE_DN;

	private static final String FILTER = "(&(objectClass=person)(uid={username}))";

	private static final Duration TIMEOUT = Duration.ofSeconds(4);

	@AutoClose
	private final ObservedDirectory server = new ObservedDirectory();

	LdapSourceTests() {
		server.add("dn: " + BASE, "objectClass: organizationalUnit", "ou: hr");
		int number = 0;
		for (Map.Entry<String, List<String>> user : USERS.entrySet()) {
			List<String> ldif = new ArrayList<>(List.of("dn: cn=" + number++ + "," + BASE, "objectClass: person",
					"uid: " + user.getKey(), "mail: " + user.getValue().getFirst(), "userPassword: " + SECRET));
			user.getValue().stream().skip(1).forEach(group -> ldif.add("ou: " + group));
			server.add(ldif.toArray(String[]::new));
		}
		for (int i = 0; i < 2; i++) {
			server.add("dn: cn=many-" + i + "," + BASE, "objectClass: person", "uid: " + MANY, "ou: g" + i);
		}
	}

	@Override
	protected AttributeSource open() {
		return open(FILTER, BASE, false);
	}

	private AttributeSource open(String filter, String base, boolean several) {
		return open(List.of(server.address()), filter, base, several);
	}

	private static AttributeSource open(List<ServerAddress> servers, String filter, String base, boolean several) {
		return new LdapSource(ID,
				new LdapSource.Settings(servers, new Transport(Security.PLAIN, Optional.empty(), true),
						Optional.of(new ServiceAccount(EmbeddedDirectory.DEMO_SERVICE_DN,
								EmbeddedDirectory.DEMO_SERVICE_PASSWORD)),
						base, Scope.SUBTREE, filter, Set.of(MAIL, GROUPS), several, 3, TIMEOUT));
	}

	@Override
	protected void stop() {
		server.close();
	}

	@Test
	void whenSeveralEntriesMayMatchThenAllAddTheirValues() throws Exception {
		try (AttributeSource source = open("(uid={username})", BASE, true)) {
			assertThat(source.read(new SourceQuery(Map.of("username", MANY))).texts(GROUPS))
				.containsExactlyInAnyOrder("g0", "g1");
		}
	}

	@Test
	void whenTheBaseIsMissingThenTheProbeSaysSo() {
		try (AttributeSource source = open("(uid={username})", "ou=gone," + EmbeddedDirectory.DEMO_BASE_DN, false)) {
			assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(source::probe)
				.withMessageContaining("ou=gone");
		}
	}

	@Test
	void whenTheFilterNamesAttributesThenTheyAreParameters() throws Exception {
		try (AttributeSource source = open("(|(uid={username})(mail={alternateMail}))", BASE, false)) {
			assertThat(source.parameters()).containsExactlyInAnyOrder("username", "alternateMail");
			assertThat(source.read(new SourceQuery(Map.of("username", "nobody", "alternateMail", "bob@hr.example.edu")))
				.texts(MAIL)).containsExactly("bob@hr.example.edu");
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenTheFirstServerAcceptsAndDoesNotAnswerThenTheSecondIsAskedInTime(boolean answeredBefore) throws Exception {
		try (Relay first = new Relay(server.address())) {
			AttributeSource source = open(List.of(first.address(), server.address()), FILTER, BASE, false);
			try (GuardedSource guarded = new GuardedSource(source,
					new SourceSettings(OnFailure.REFUSE, TIMEOUT, 8, Optional.empty()), InstantSource.system(),
					new SimpleMeterRegistry())) {
				if (answeredBefore) {
					assertThat(guarded.fault()).isEmpty();
				}
				first.mode(Relay.Mode.BLACKHOLE);
				assertThat(guarded.fault()).isEmpty();
				assertThat(source.read(new SourceQuery(Map.of("username", "bob"))).texts(MAIL))
					.containsExactly("bob@hr.example.edu");
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "(uid=alice)", "uid={username", "({username}=alice)", "(uid>={username})" })
	void whenAFilterComparesNothingWithTheUserThenItIsRefused(String filter) {
		assertThatIllegalArgumentException().isThrownBy(() -> open(filter, BASE, false));
	}

}
