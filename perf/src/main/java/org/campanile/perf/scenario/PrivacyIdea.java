package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;

/** privacyIDEA 2.18.1 and 2.19. */
final class PrivacyIdea {

	private static final int PEOPLE = 1_000;

	private static final int AUTHENTICATIONS = 2_000;

	/** A search took just under as long there. */
	private static final Duration SEARCH = Duration.ofMillis(29);

	private PrivacyIdea() {
	}

	static Scenario scenario() {
		return new CellByCell("privacyidea",
				"privacyIDEA: 2,000 logins one after the other, users 0 to 999 twice in order, slow LDAP over TLS.",
				List.of("Published: privacyIDEA 2.18.1 and 2.19, one authentication by password over https on the "
						+ "server itself; here a login page, a password and a SAML assertion, over http.",
						"A directory search took just under 30 ms there; a relay adds 29 ms to each answer here "
								+ "(--directory-latency sets another time), so that a login waits for search and "
								+ "bind.",
						"At another time scale there are as many logins fewer or more, and with --people other users: "
								+ "then nobody, or not everybody, signs in twice.",
						"privacyIDEA's cache kept users' names and attributes; Campanile asks the directory at each "
								+ "login and keeps nothing between them."),
				PrivacyIdea::cells);
	}

	private static List<Cell> cells(RunOptions options) {
		DirectorySpec asked = Specs.directory(options, PEOPLE);
		DirectorySpec secure = new DirectorySpec(asked.kind(), asked.people(), true);
		Duration latency = options.servers().directoryLatency().isZero() ? SEARCH
				: options.servers().directoryLatency();
		Cell.Step step = new Cell.Step("1",
				LoadPlan.logins(options.pace().scaled(AUTHENTICATIONS), 1, secure.people())
					.withChoice(LoadPlan.Choice.IN_ORDER)
					.keepingInOrder());
		Store store = options.selection().stores(Store.MEMORY).getFirst();
		SystemSpec near = Specs.system(options, store, 1, secure);
		return List.of(
				new Cell("LDAP over TLS, %d ms".formatted(latency.toMillis()),
						near.withLatency(latency, options.servers().storeLatency()), 0, List.of(step)),
				new Cell("LDAP over TLS, near", near.withLatency(Duration.ZERO, options.servers().storeLatency()),
						0, List.of(step)));
	}

}
