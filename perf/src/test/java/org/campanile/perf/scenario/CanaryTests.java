package org.campanile.perf.scenario;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.scenario.Overload.Canary;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CanaryTests {

	private static final Instant END = Instant.parse("2026-01-01T00:00:00Z");

	private static final Duration NORMAL = Duration.ofMillis(100);

	@Test
	void whenLoginsAreNormalAtOnceThenTheFirstOneTells() {
		assertThat(Canary.wellAgain(signs(-1, 20, 20, 20, 20, 20), END, NORMAL)).hasValue(0);
	}

	@Test
	void whenOneLoginIsSlowThenCountedFromAfterIt() {
		assertThat(Canary.wellAgain(signs(0, 20, 20, 900, 20, 20, 20, 20), END, NORMAL)).hasValue(3);
	}

	@Test
	void whenLoginsFailThenNotWell() {
		assertThat(Canary.wellAgain(signs(0, -1, -1, 20, 20, 20), END, NORMAL)).isEmpty();
	}

	@Test
	void whenALoginTakesLongerThanTheOneItIsRelatedToThenNotWell() {
		assertThat(Canary.wellAgain(signs(0, 101, 101, 101, 101, 101), END, NORMAL)).isEmpty();
		assertThat(Canary.wellAgain(signs(0, 101, 100, 100, 100, 100), END, NORMAL)).hasValue(1);
	}

	@Test
	void whenTheMedianOfTimesIsAskedForThenColdOnesFailedOnesAndThoseOutsideDoNotCount() {
		Canary.Window early = new Canary.Window(END, END.plusSeconds(2));
		Canary.Window late = new Canary.Window(END.plusSeconds(4), END.plusSeconds(6));
		List<Canary.Sign> signs = signs(-4, 900, 900, 900, 800, 20, 30, 700, 700, 40, -1);
		assertThat(Canary.median(signs, List.of(early, late))).isEqualTo(Duration.ofMillis(30));
		assertThat(Canary.median(signs, List.of(late))).isEqualTo(Duration.ofMillis(40));
		assertThat(Canary.median(signs, List.of())).isZero();
	}

	@Test
	void whenATryCannotEvenBeMadeThenItIsABadSign() throws IOException {
		URI odd = URI.create("ftp://idp.example.edu/");
		Target target = new Target("odd", odd, Target.Kind.UNSOLICITED,
				new Target.LoginForm("form", "j_username", "j_password", Map.of()), odd, Path.of("idp.xml"),
				Path.of("sp"));
		try (PlainLogin login = new PlainLogin(target)) {
			assertThat(Canary.tried(login, new Population(1), 0).good()).isFalse();
		}
	}

	/** Returns one try each second; a negative time stands for a failed one. */
	private static List<Canary.Sign> signs(int from, int... millis) {
		List<Canary.Sign> signs = new ArrayList<>();
		for (int i = 0; i < millis.length; i++) {
			signs.add(
					new Canary.Sign(END.plusSeconds(from + i), Duration.ofMillis(Math.abs(millis[i])), millis[i] >= 0));
		}
		return signs;
	}

}
