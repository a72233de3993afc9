package org.campanile.web.validation;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests validations of users with the requests of RADIUS servers and PAM modules. */
@Timeout(120)
class ValidationTests extends ValidationFixture {

	@Test
	void whenPasswordAndCodeAreRightThenAcceptedAsPrivacyIdeaSaysIt() {
		codes.next.put("alice", "123456");
		Answer answer = ask("user=alice", "pass=alice-demo123456");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.at("jsonrpc")).isEqualTo("2.0");
		assertThat(answer.at("id")).isEqualTo(2);
		assertThat(answer.at("version")).asString().startsWith("privacyIDEA 3.");
		assertThat(answer.at("result")).isEqualTo(Map.of("status", true, "value", true, "authentication", "ACCEPT"));
		Map<String, Object> detail = new LinkedHashMap<>();
		((Map<?, ?>) Objects.requireNonNull(answer.at("detail")))
			.forEach((key, value) -> detail.put((String) key, value));
		assertThat(detail.remove("threadid")).isInstanceOf(Number.class);
		assertThat(detail).isEqualTo(Map.of("message", "matching 1 tokens", "serial", "TOTP-PHONE", "type", "totp",
				"otplen", 6, "user", Map.of("username", "alice", "realm", "default", "mail", "alice@example.edu", "cn",
						Objects.requireNonNull(answer.at("detail", "user", "cn")))));
		assertThat(audit.lines()).singleElement()
			.asString()
			.startsWith("event=VALIDATION code=OK user=alice realm=default client=vpn ")
			.contains(" factor=password+totp")
			.doesNotContain("alice-demo", "123456");
	}

	@ParameterizedTest
	@CsvSource({ "alice,alice-demo000000", "alice,wrong-demo123456", "alice,alice-demo", "alice,123456",
			"nobody,alice-demo123456", "bob,bob-demo123456", "'',x", "alice,'   '", "*,alice-demo123456",
			"'alice)(uid=*',alice-demo123456", "ali\u0000ce,alice-demo123456" })
	void whenAnythingIsWrongThenRefusedInTheSameWords(String user, String pass) {
		codes.next.put("alice", "123456");
		Answer answer = ask("user=" + user, "pass=" + pass);
		if (user.isBlank()) {
			assertThat(answer.status()).isEqualTo(400);
			assertThat(answer.at("result", "error", "code")).isEqualTo(905);
			return;
		}
		assertThat(answer.status()).isEqualTo(200);
		assertThat(((Map<?, ?>) Objects.requireNonNull(answer.at("detail"))).keySet().toString())
			.isEqualTo("[message, threadid]");
		assertThat(answer.at("detail", "message")).isEqualTo("wrong otp pin");
		assertThat(answer.at("result")).isEqualTo(Map.of("status", true, "value", false, "authentication", "REJECT"));
		assertThat(audit.lines()).singleElement()
			.asString()
			.startsWith("event=VALIDATION_REFUSED code=")
			.doesNotContain("demo");
	}

	@Test
	void whenTheCodeWasUsedThenRefused() {
		codes.next.put("alice", "123456");
		assertThat(ask("user=alice", "pass=alice-demo123456").authentication()).isEqualTo("ACCEPT");
		assertThat(ask("user=alice", "pass=alice-demo123456").authentication()).isEqualTo("REJECT");
	}

	@Test
	void whenThePasswordIsWrongThenTheCodeIsNotUsedUp() {
		codes.next.put("alice", "123456");
		ask("user=alice", "pass=wrong123456");
		assertThat(codes.tried).isEmpty();
	}

	@Test
	void whenTheRealmTakesCodesThenNoPasswordIsAsked() {
		codes.next.put("bob", "654321");
		int binds = directory.binds();
		assertThat(ask("user=bob", "realm=app", "pass=654321").authentication()).isEqualTo("ACCEPT");
		assertThat(ask("user=bob", "realm=app", "pass=654321").authentication()).isEqualTo("REJECT");
		assertThat(directory.binds()).isEqualTo(binds);
	}

	/** Otherwise a password alone would suffice where a code is required, too. */
	@Test
	void whenAUserTypesARealmThatChecksLessThenItIsPartOfTheName() {
		assertThat(ask("user=carol@campus", "pass=carol-demo").authentication()).isEqualTo("REJECT");
		assertThat(audit.lines()).singleElement().asString().contains(" user=carol@campus realm=default ");
		codes.next.put("carol", "123456");
		assertThat(ask("user=carol@default", "pass=carol-demo123456").authentication()).isEqualTo("ACCEPT");
		assertThat(ask("user=carol@campus", "realm=campus", "pass=carol-demo").authentication())
			.as("the client says so too")
			.isEqualTo("ACCEPT");
		codes.next.put("carol", "654321");
		assertThat(askAs("Bearer " + DOORS, "user=carol@app", "pass=654321").authentication())
			.as("there is no other for that client")
			.isEqualTo("ACCEPT");
	}

	@Test
	void whenTheRealmTakesPasswordsThenOneSuffices() {
		Answer answer = ask("user=carol", "realm=campus", "pass=carol-demo");
		assertThat(answer.authentication()).isEqualTo("ACCEPT");
		assertThat(answer.at("detail", "type")).isEqualTo("spass");
		assertThat(ask("user=carol", "realm=campus", "pass=carol-dem").authentication()).isEqualTo("REJECT");
		assertThat(ask("user=dora", "realm=campus", "pass=dora-demo").authentication()).as("disabled")
			.isEqualTo("REJECT");
	}

	@Test
	void whenAnotherDirectoryHasTheUsersOfARealmThenTheyAreOthers() {
		assertThat(ask("user=guest@guests", "pass=guest-demo").authentication()).isEqualTo("ACCEPT");
		assertThat(audit.lines().getFirst()).contains(" user=guest@guests realm=guests ");
		assertThat(ask("user=guest", "realm=campus", "pass=guest-demo").authentication()).isEqualTo("REJECT");
		assertThat(directory.filters()).doesNotContain("(uid=guest@guests)");
	}

	@Test
	void whenThePasswordAloneIsRightThenAChallengeThatOneCodeAnswers() {
		codes.next.put("alice", "123456");
		Answer challenge = ask("user=alice", "realm=step", "pass=alice-demo");
		assertThat(challenge.at("result"))
			.isEqualTo(Map.of("status", true, "value", false, "authentication", "CHALLENGE"));
		String transaction = (String) Objects.requireNonNull(challenge.at("detail", "transaction_id"));
		assertThat(challenge.at("detail", "transaction_ids")).isEqualTo(List.of(transaction));
		assertThat(ask("user=bob", "realm=step", "pass=123456", "transaction_id=" + transaction).authentication())
			.as("of another user")
			.isEqualTo("REJECT");
		Answer again = ask("user=alice", "realm=step", "pass=alice-demo");
		String second = (String) Objects.requireNonNull(again.at("detail", "transaction_id"));
		assertThat(ask("user=alice", "realm=step", "pass=123456", "transaction_id=" + second).authentication())
			.isEqualTo("ACCEPT");
		assertThat(ask("user=alice", "realm=step", "pass=123456", "transaction_id=" + second).authentication())
			.isEqualTo("REJECT");
		assertThat(ask("user=alice", "realm=step", "pass=123456", "transaction_id=" + transaction).authentication())
			.isEqualTo("REJECT");
	}

	@Test
	void whenAUserIsCachedThenACodeNeedsNoDirectoryAndAPasswordOneBind() {
		codes.next.put("juergen", "111111");
		ask("user=juergen", "realm=app", "pass=111111");
		int searches = directory.searches();
		int binds = directory.binds();
		codes.next.put("juergen", "222222");
		assertThat(ask("user=juergen", "realm=app", "pass=222222").authentication()).isEqualTo("ACCEPT");
		assertThat(directory.searches()).isEqualTo(searches);
		assertThat(ask("user=juergen", "realm=campus", "pass=juergen-demo").authentication()).isEqualTo("ACCEPT");
		assertThat(ask("user=juergen", "realm=campus", "pass=juergen-demo").authentication()).isEqualTo("ACCEPT");
		assertThat(directory.searches()).isEqualTo(searches + 1);
		assertThat(directory.binds()).isEqualTo(binds + 2);
	}

	/** The cache must contain nothing that helps an attacker who can read the memory. */
	@Test
	void whenAUserIsCachedThenNoPasswordAndNoCode() {
		codes.next.put("alice", "123456");
		ask("user=alice", "pass=alice-demo123456");
		Realms realms = idp.bean(Realms.class);
		assertThat(realms.all()
			.stream()
			.filter(realm -> realm.name().equals("default"))
			.findFirst()
			.orElseThrow()
			.cache()
			.find("alice")).hasValueSatisfying(user -> {
				assertThat(user.values().texts("userPassword")).isEmpty();
				assertThat(user.toString() + user.values().texts("cn")).doesNotContain("alice-demo", "123456");
			});
	}

	@Test
	void whenSomebodyIsMovedThenFoundAgain() {
		guests.add("dn: uid=mover,dc=example,dc=edu", "objectClass: account", "uid: mover", "userPassword: mover-demo");
		assertThat(ask("user=mover@guests", "pass=mover-demo").authentication()).isEqualTo("ACCEPT");
		guests.remove("uid=mover,dc=example,dc=edu");
		guests.add("dn: uid=mover,ou=people,dc=example,dc=edu", "objectClass: account", "uid: mover",
				"userPassword: mover-demo");
		assertThat(ask("user=mover@guests", "pass=mover-demo").authentication()).isEqualTo("ACCEPT");
		guests.remove("uid=mover,ou=people,dc=example,dc=edu");
		assertThat(ask("user=mover@guests", "pass=mover-demo").authentication()).isEqualTo("REJECT");
	}

	@Test
	void whenAnAdministratorDropsUsersThenTheyAreReadAgain() {
		ask("user=carol", "realm=campus", "pass=carol-demo");
		ask("user=bob", "realm=campus", "pass=bob-demo");
		assertThat(management("GET", "").body()).contains("\"campus\":{\"on\":true,\"users\":2}");
		assertThat(management("DELETE", "?user=carol").body()).contains("\"dropped\":1");
		assertThat(management("GET", "").body()).contains("\"campus\":{\"on\":true,\"users\":1}");
		assertThat(management("DELETE", "").body()).contains("\"dropped\":1");
		assertThat(management("GET", "").body()).contains("\"campus\":{\"on\":true,\"users\":0}");
	}

	private static Answer management(String method, String query) {
		return send(HttpRequest.newBuilder(URI.create(idp.managementUrl() + "/usercache" + query))
			.header("Authorization", "Bearer " + idp.managementToken())
			.method(method, BodyPublishers.noBody())
			.build());
	}

	/**
	 * The name {@code login} also stands for the users of the login, whose health is
	 * reported separately.
	 */
	@Test
	void whenARealmIsNamedLoginThenItsHealthIsShown() {
		Answer health = send(HttpRequest.newBuilder(URI.create(idp.managementUrl() + "/health")).build());
		assertThat(health.at("components", "validationRealms", "details", "login")).as(health.body()).isNotNull();
		assertThat(((Map<?, ?>) Objects.requireNonNull(health.at("components", "validationRealms", "details"))))
			.hasSize(1);
	}

	@Test
	void whenTooManyPasswordsAreWrongThenTheRightOneIsRefusedAndOnlyTheAuditLogSaysWhy() {
		for (int i = 0; i < 12; i++) {
			ask("user=layla", "realm=campus", "pass=wrong" + i);
		}
		audit.forget();
		assertThat(ask("user=layla", "realm=campus", "pass=layla-demo").authentication()).isEqualTo("REJECT");
		assertThat(audit.lines()).singleElement().asString().contains("code=THROTTLED-");
		assertThat(ask("user=carol", "realm=campus", "pass=carol-demo").authentication()).as("others")
			.isEqualTo("ACCEPT");
	}

	@Test
	void whenTooManyCodesAreWrongThenTheRightOneIsRefused() {
		codes.next.put("grace", "123456");
		for (int i = 0; i < 12; i++) {
			ask("user=grace", "realm=app", "pass=" + (900_000 + i));
		}
		assertThat(ask("user=grace", "realm=app", "pass=123456").authentication()).isEqualTo("REJECT");
		assertThat(codes.tried.size()).isLessThan(12);
		assertThat(ask("user=grace", "pass=grace-demo123456").authentication()).as("with the password")
			.isEqualTo("ACCEPT");
	}

	@Test
	void whenTooManyCodesAreWrongAfterThePasswordThenTheRightOneIsRefused() {
		codes.next.put("philippa", "123456");
		for (int i = 0; i < 5; i++) {
			ask("user=philippa", "pass=philippa-demo" + (900_000 + i));
		}
		assertThat(codes.tried).hasSize(5);
		assertThat(ask("user=philippa", "pass=philippa-demo123456").authentication()).isEqualTo("REJECT");
	}

	@Test
	void whenCodesCannotBeCheckedThenLaterAndNothingIsCounted() {
		codes.next.put("sam", "123456");
		codes.down = true;
		for (int i = 0; i < 12; i++) {
			Answer answer = ask("user=sam", "pass=sam-demo123456");
			assertThat(answer.status()).isEqualTo(503);
			assertThat(answer.at("result", "error", "code")).isEqualTo(903);
		}
		codes.down = false;
		assertThat(ask("user=sam", "pass=sam-demo123456").authentication()).isEqualTo("ACCEPT");
	}

}
