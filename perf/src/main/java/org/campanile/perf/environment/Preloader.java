package org.campanile.perf.environment;

import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.directory.DirectoryEntry;
import org.campanile.protocol.Handle;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.saml.nameid.NameId;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Stores sessions of people who never come back, each as a login would: sealed, with
 * twelve attributes and two services. Runs inside the server.
 */
final class Preloader {

	private static final int THREADS = 8;

	private static final List<String> SERVICES = List.of("https://moodle.example.edu/shibboleth",
			"https://wiki.example.edu/shibboleth");

	private final Sessions sessions;

	private final InstantSource clock = Clock.systemUTC();

	Preloader(ConfigurableApplicationContext context) {
		this.sessions = context.getBean(Sessions.class);
	}

	/** Stores those of so many people, numbered from the first. */
	void load(int first, int count) throws ExecutionException, InterruptedException {
		try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
			List<Future<Boolean>> parts = new ArrayList<>();
			for (int part = 0; part < THREADS; part++) {
				int start = first + part;
				parts.add(executor.submit(() -> {
					for (int person = start; person < first + count; person += THREADS) {
						store("absent-" + person);
					}
					return true;
				}));
			}
			for (Future<Boolean> part : parts) {
				part.get();
			}
		}
	}

	private void store(String principal) throws StoreUnavailableException {
		AuthenticatedUser user = new AuthenticatedUser(principal, principal,
				new DirectoryEntry("uid=" + principal + ",ou=arts," + Campus.BASE_DN, Map.of()), clock.instant(),
				"urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport", Optional.empty());
		Map<String, List<AttributeValue>> attributes = new HashMap<>();
		for (String attribute : Campus.RELEASED) {
			attributes.put(attribute, List.of(new AttributeValue.Text(principal + "@" + Campus.SCOPE)));
		}
		SsoSession session = sessions.begin(user, new ResolvedAttributes(attributes), Optional.empty()).session();
		for (String service : SERVICES) {
			session = Sessions.withService(session, new ServiceSignOn(RelyingParty.PROTOCOL, service,
					new Handle("_" + "0123456789abcdef".repeat(4), NameId.TRANSIENT), clock.instant()));
		}
		sessions.store(session);
	}

}
