package org.campanile.perf.load;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.campanile.perf.load.LoadPlan.Choice;
import org.campanile.perf.load.Validations.Proof;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ValidationsTests {

	private static final Target SERVER = new Target("server", URI.create("https://idp.example.edu/"),
			Target.Kind.UNSOLICITED, new Target.LoginForm("form", "username", "password", Map.of()),
			URI.create("https://idp.example.edu/logout"), Path.of("metadata.xml"), Path.of("service-provider"));

	@ParameterizedTest
	@CsvSource({ "12:00:00Z,0,12:00:30Z", "12:00:29.999Z,0,12:00:30Z", "12:00:30Z,0,12:01:00Z",
			"12:00:29.999Z,1,12:01:00Z" })
	void whenCodesWereSentThenThoseOfTheNextStepAreFresh(String sent, int stepsAhead, String fresh) {
		assertThat(Validations.fresh(Instant.parse("2026-11-27T" + sent), stepsAhead))
			.isEqualTo(Instant.parse("2026-11-27T" + fresh));
	}

	@ParameterizedTest
	@CsvSource({ "IN_ORDER,10,0", "IN_ORDER,11,1", "ONCE_EACH,10,0", "RANDOM,10,1", "IN_ORDER,0,1" })
	void whenUsersAreValidatedMoreThanOnceThenTheyTakeTheNextCodeAsWell(Choice choice, int logins, int stepsAhead) {
		LoadPlan load = LoadPlan.logins(logins, 1, new Population(10)).withChoice(choice);
		assertThat(Validations.stepsAhead(Validations.target(SERVER, SERVER.start(), Proof.TOTP), load))
			.isEqualTo(stepsAhead);
	}

	@Test
	void whenUsersMayComeAgainInALoadThenTheyMayTakeTheNextCode() {
		Target service = Validations.target(SERVER, SERVER.start(), Proof.BOTH);
		LoadPlan once = LoadPlan.logins(10, 1, new Population(10)).withChoice(Choice.ONCE_EACH);
		assertThat(Validations.stepsAhead(service, once.withJourney(LoadPlan.Journey.SSO))).isOne();
		assertThat(Validations.stepsAhead(service,
				LoadPlan.open(1, Duration.ZERO, Duration.ofSeconds(1), new Population(10))
					.withChoice(Choice.ONCE_EACH)))
			.isOne();
	}

	@Test
	void whenUsersSignInByPagesThenTheyTakeTheirPresentCode() {
		LoadPlan load = LoadPlan.logins(11, 1, new Population(10)).withChoice(Choice.RANDOM);
		assertThat(Validations.stepsAhead(SERVER.by(LoginMethod.TOTP), load)).isZero();
	}

}
