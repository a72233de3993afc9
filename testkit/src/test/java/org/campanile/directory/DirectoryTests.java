package org.campanile.directory;

import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import com.unboundid.ldap.sdk.Attribute;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchResultEntry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DirectorySettings.Users;
import org.campanile.directory.UserLookup.Found;
import org.campanile.directory.UserLookup.NotFound;
import org.campanile.directory.UserLookup.Refused;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.directory.ObservedDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DirectoryTests {

	private static final String ALICE = "uid=alice,ou=people,dc=example,dc=edu";

	@AutoClose
	private final ObservedDirectory server = new ObservedDirectory();

	private final DirectorySettings settings = DirectoryFixtures.settings(server.address());

	@Test
	void whenNameIsKnownThenItsEntryComesWithTheCanonicalName() throws Exception {
		assertThat(find(settings, "ALICE")).isInstanceOfSatisfying(Found.class, found -> {
			assertThat(found.principal()).isEqualTo("alice");
			assertThat(found.entry().dn()).isEqualTo(ALICE);
			assertThat(found.entry().texts("eduPersonAffiliation")).contains("faculty", "staff");
		});
	}

	@Test
	void whenEntryHoldsBytesThenTheyArriveAsTheyAre() throws Exception {
		Found philippa = (Found) find(settings, "philippa");
		assertThat(philippa.entry().bytes("jpegPhoto").getFirst()).startsWith(0xFF, 0xD8, 0xFF);
		assertThat(philippa.entry().bytes("objectGUID").getFirst()).hasSize(16);
		assertThat(((Found) find(settings, "layla")).entry().texts("cn")).startsWith("ليلى الخوارزمي");
	}

	@Test
	void whenEntryHoldsAPasswordThenItIsNotKept() throws Exception {
		assertThat(((Found) find(settings, "alice")).entry().attributes()).containsKey("uid")
			.doesNotContainKey("userPassword");
	}

	@ParameterizedTest
	@ValueSource(strings = { "userPassword;lang-de", "passwordHistory", "SambaNTPassword" })
	void whenAnAttributeHoldsPasswordsThenItIsNotKept(String name) {
		SearchResultEntry entry = new SearchResultEntry(ALICE,
				List.of(new Attribute("uid", "alice"), new Attribute(name, "{SSHA}secret")));
		assertThat(EntryMapper.entry(entry).attributes()).containsOnlyKeys("uid");
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "*", "ali*", "nobody", ")(uid=*", "alice)(cn=*", "\\2a", "alice\u0000", "uid=alice", "{user}" })
	void whenNameHoldsSpecialsThenNobodyMatches(String typed) throws Exception {
		assertThat(find(settings, typed)).isInstanceOf(NotFound.class);
	}

	@Test
	void whenTwoEntriesMatchThenNeitherIsTaken() throws Exception {
		server.add("dn: uid=alice,ou=services,dc=example,dc=edu", "objectClass: person", "uid: alice", "sn: A",
				"cn: A");
		assertThat(find(settings, "alice")).isInstanceOf(Refused.class);
		assertThat(read(settings, "alice")).isEmpty();
	}

	@Test
	void whenMoreEntriesMatchThanAskedForThenNoneIsTaken() throws Exception {
		assertThat(
				find(DirectoryFixtures.with(settings, DirectoryFixtures.users("(|(uid={user})(objectClass=person))")),
						"alice"))
			.isInstanceOf(Refused.class);
	}

	@Test
	void whenReferralComesThenItIsRefusedUnlessPassedOver() throws Exception {
		server.refer();
		assertThat(find(settings, "alice")).isInstanceOfSatisfying(Refused.class,
				refused -> assertThat(refused.reason()).contains("not followed"));
		Users lenient = new Users(EmbeddedDirectory.DEMO_BASE_DN, Scope.SUBTREE, "(uid={user})", "uid", true,
				Optional.empty());
		assertThat(find(DirectoryFixtures.with(settings, lenient), "alice")).isInstanceOf(Found.class);
	}

	/** As a replica of 389 Directory Server does while it is being initialized. */
	@Test
	void whenAServerRefersEverythingThenTheNextIsAsked() throws Exception {
		try (ObservedDirectory referring = new ObservedDirectory()) {
			referring.refuse(ResultCode.REFERRAL);
			DirectorySettings both = DirectoryFixtures.settings(referring.address(), server.address());
			assertThat(read(both, "alice")).isPresent();
			assertThat(bind(both)).isInstanceOf(BindAnswer.Accepted.class);
			assertThat(bind(both.bindingByName(Optional.empty()))).as("the name could be that of a referral")
				.isInstanceOf(BindAnswer.Refused.class);
			try (Directory directory = DirectoryFixtures.open(both)) {
				assertThat(directory.fault()).isEmpty();
			}
		}
	}

	@Test
	void whenPrincipalHasSeveralValuesThenTheOneInTheNameCounts() throws Exception {
		server.add("dn: uid=second,ou=people,dc=example,dc=edu", "objectClass: person", "uid: another", "uid: second",
				"sn: A", "cn: A");
		server.add("dn: cn=Third,ou=people,dc=example,dc=edu", "objectClass: person", "uid: third", "uid: trois",
				"sn: A", "cn: Third");
		assertThat(find(settings, "another")).isInstanceOfSatisfying(Found.class,
				found -> assertThat(found.principal()).isEqualTo("second"));
		assertThat(find(settings, "third")).isInstanceOf(Refused.class);
		assertThat(read(settings, "second")).isPresent();
		assertReads(settings, "another", false, false);
		DirectorySettings byMail = DirectoryFixtures.with(settings, DirectoryFixtures.users("(mail={user})"));
		assertThat(new DirectoryProbe(byMail, List.of(), Optional.of("another"), InstantSource.system()).run().user())
			.containsInstanceOf(NotFound.class);
	}

	/**
	 * Names that differ only in bytes that are not text, or in characters that XML cannot
	 * represent, would look like one name to their recipients.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "61ff62", "61fe62", "61c362", "610062", "610162", "61efbfbe62", "61efbfbf62", "61efbfbd62",
			"61eda08062" })
	void whenTheCanonicalNameCannotBeCarriedThenThePersonIsRefused(String hex) throws Exception {
		server.add("dn: cn=Odd,ou=people,dc=example,dc=edu", "objectClass: person",
				"uid:: " + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex)), "sn: Odd", "cn: Odd");
		assertThat(find(DirectoryFixtures.with(settings, DirectoryFixtures.users("(cn={user})")), "Odd"))
			.isInstanceOfSatisfying(Refused.class,
					refused -> assertThat(refused.reason()).contains("cn=Odd", "uid", "control characters"));
	}

	@Test
	void whenOnlySomeAttributesAreWantedThenThePrincipalComesWithThem() throws Exception {
		try (Directory directory = new Directory(settings, List.of("mail"), java.time.InstantSource.system(),
				new SimpleMeterRegistry())) {
			assertThat(directory.read("alice"))
				.hasValueSatisfying(entry -> assertThat(entry.attributes()).containsOnlyKeys("mail", "uid"));
		}
	}

	@Test
	void whenPrincipalIsReadThenTheEntryComesOrNothing() throws Exception {
		assertThat(read(settings, "bob"))
			.hasValueSatisfying(entry -> assertThat(entry.texts("mail")).startsWith("bob@example.edu"));
		assertThat(read(settings, "*")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "(uid={user}), true", "(&(uid={user})(mail=bob@example.edu)), true",
			"(&(objectClass=person)(|(uid={user})(mail={user}))), true", "(&(uid={user})(!(cn={user}))), true",
			"(&(uid={user})(mail=alice@example.edu)), false", "(&(uid={user})(!(mail=bob@example.edu))), false",
			"(&(|(uid={user})(mail={login}))(employeeType=nobody)), false" })
	void whenAPrincipalIsReadThenTheConditionsOfTheUserFilterHoldAsForALogin(String filter, boolean found)
			throws Exception {
		DirectorySettings filtered = DirectoryFixtures.with(settings, DirectoryFixtures.users(filter));
		assertReads(filtered, found, found);
		assertReads(filtered.bindingByName(Optional.empty()), true, found);
		assertReads(filtered.bindingByName(Optional.of("(mail={login})")), true, found);
	}

	private static void assertReads(DirectorySettings settings, boolean bySession, boolean byLogin) throws Exception {
		assertReads(settings, "bob", bySession, byLogin);
	}

	private static void assertReads(DirectorySettings settings, String principal, boolean bySession, boolean byLogin)
			throws Exception {
		try (Directory directory = DirectoryFixtures.open(settings)) {
			assertThat(directory.read(principal).isPresent()).as("for a session").isEqualTo(bySession);
			assertThat(directory.readForLogin(principal).isPresent()).as("for a passkey").isEqualTo(byLogin);
			assertThat(directory.read("nobody")).isEmpty();
			assertThat(directory.readForLogin("nobody")).isEmpty();
		}
	}

	/** The refresh of a session finds the entry that the login has found. */
	@Test
	void whenAnEntryThatIsNoUserHasTheNameTooThenTheUsersIsRead() throws Exception {
		server.add("dn: cn=Alice's machine,dc=example,dc=edu", "objectClass: device", "cn: Alice's machine",
				"uid: alice");
		DirectorySettings filtered = DirectoryFixtures.with(settings,
				DirectoryFixtures.users("(&(objectClass=person)(uid={user}))"));
		assertThat(find(filtered, "alice")).isInstanceOf(Found.class);
		assertThat(read(filtered, "alice")).hasValueSatisfying(entry -> assertThat(entry.dn()).isEqualTo(ALICE));
	}

	@ParameterizedTest
	@CsvSource({ "(mail={login}), true", "(&(mail={login})(objectClass=person)), true",
			"(&(mail={login})(employeeType=nobody)), false", "(&(mail={login})(!(objectClass=person))), false" })
	void whenThereIsALoginFilterThenItsConditionsHoldForAPrincipalToo(String filter, boolean found) throws Exception {
		assertReads(settings.bindingByName(Optional.of(filter)), found, found);
	}

	/** Active Directory answers an anonymous search as a server that fails does. */
	@Test
	void whenActiveDirectoryIsUsedWithoutAServiceAccountThenItIsNotAskedAndHasNotFailed() throws Exception {
		DirectorySettings anonymous = DirectoryFixtures.with(settings, Optional.<ServiceAccount>empty());
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		try (Directory directory = new Directory(anonymous.bindingByName(Optional.of("(mail={login})")),
				Directory.DEFAULT_ATTRIBUTES, InstantSource.system(), registry)) {
			assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> directory.read("alice"))
				.withMessageContaining("campanile.ldap.bind-dn");
			assertThat(server.searches()).isZero();
			assertThat(registry.get("campanile.directory.unavailable").counter().count()).isZero();
		}
		assertThat(read(anonymous.bindingByName(Optional.empty()), "alice")).as("another directory").isPresent();
	}

	@Test
	void whenServiceAccountIsRefusedThenTheDirectoryIsUnavailable() {
		DirectorySettings wrong = DirectoryFixtures.with(settings,
				Optional.of(new ServiceAccount(EmbeddedDirectory.DEMO_SERVICE_DN, "not the password")));
		assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> find(wrong, "alice"))
			.withMessageNotContaining("not the password");
	}

	@Test
	void whenBaseIsMissingThenTheDirectoryIsUnavailableAndSaysWhy() {
		Users users = new Users("ou=nowhere,dc=example,dc=edu", Scope.SUBTREE, "(uid={user})", "uid", false,
				Optional.empty());
		assertThatExceptionOfType(DirectoryUnavailableException.class)
			.isThrownBy(() -> find(DirectoryFixtures.with(settings, users), "alice"))
			.withMessageContaining("campanile.ldap.base-dn");
	}

	@Test
	void whenPasswordsAreCheckedThenTheBindConnectionServesEverybody() throws Exception {
		try (Directory directory = DirectoryFixtures.open(settings)) {
			for (int i = 0; i < 3; i++) {
				assertThat(directory.<BindAnswer>within(talk -> talk.bind(ALICE, "alice-demo")))
					.isInstanceOf(BindAnswer.Accepted.class);
				assertThat(directory.<BindAnswer>within(talk -> talk.bind(ALICE, "wrong"))).isInstanceOfSatisfying(
						BindAnswer.Refused.class,
						refused -> assertThat(refused.refusal()).isEqualTo(BindAnswer.Refusal.WRONG));
			}
			assertThat(directory.read("alice")).isPresent();
		}
	}

	@Test
	void whenUsedThenMetersTell() throws Exception {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		try (Directory directory = new Directory(settings, Directory.DEFAULT_ATTRIBUTES,
				java.time.InstantSource.system(), registry)) {
			directory.within(talk -> talk.find("alice"));
			directory.within(talk -> talk.bind(ALICE, "alice-demo"));
			assertThat(registry.get("campanile.directory.search").timer().count()).isEqualTo(1);
			assertThat(registry.get("campanile.directory.bind").timer().count()).isEqualTo(1);
			assertThat(registry.get("campanile.directory.pool.in.use").tag("pool", "search").gauge().value()).isZero();
			assertThat(registry.get("campanile.directory.pool.available").tag("pool", "bind").gauge().value())
				.isEqualTo(1);
		}
	}

	@Test
	void whenClosedThenItSaysSo() {
		Directory directory = DirectoryFixtures.open(settings);
		directory.close();
		assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> directory.read("alice"));
		assertThat(directory.isHealthy()).isFalse();
	}

	private static Optional<DirectoryEntry> read(DirectorySettings settings, String principal)
			throws DirectoryUnavailableException {
		try (Directory directory = DirectoryFixtures.open(settings)) {
			return directory.read(principal);
		}
	}

	private static BindAnswer bind(DirectorySettings settings) throws DirectoryUnavailableException {
		try (Directory directory = DirectoryFixtures.open(settings)) {
			return directory.within(talk -> talk.bind(ALICE, "alice-demo"));
		}
	}

	private static UserLookup find(DirectorySettings settings, String typed) throws DirectoryUnavailableException {
		try (Directory directory = DirectoryFixtures.open(settings)) {
			return directory.within(talk -> talk.find(typed));
		}
	}

}
