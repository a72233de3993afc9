package org.campanile.storage.memory;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import org.campanile.attribute.AttributeValue.Scoped;
import org.campanile.attribute.AttributeValue.Text;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionStore;
import org.campanile.session.Sessions.NewSession;
import org.campanile.session.Sessions;
import org.campanile.session.StoredSession;
import org.campanile.testkit.session.SessionFixtures;

/**
 * Measures the heap that a session takes, including its index entries, from many of them
 * after a garbage collection. Run it with the class path of the tests: {@code java -Xmx1g
 * org.campanile.storage.memory.SessionFootprint 200000}.
 */
public final class SessionFootprint {

	private static final InstantSource CLOCK = InstantSource.system();

	private SessionFootprint() {
	}

	/**
	 * @param arguments the number of sessions to store
	 */
	public static void main(String[] arguments) throws Exception {
		int count = arguments.length == 0 ? 200_000 : Integer.parseInt(arguments[0]);
		MemorySessionStore store = new MemorySessionStore(CLOCK, new SessionCapacity(2L * count, Long.MAX_VALUE));
		AtomicLong sealed = new AtomicLong();
		Sessions sessions = SessionFixtures.sessions(store, SessionFixtures.sealer(1), CLOCK);
		fill(sessions, store, 1_000, "warm", sealed);
		long before = usedAfterCollection();
		sealed.set(0);
		fill(sessions, store, count, "user", sealed);
		long after = usedAfterCollection();
		System.out.printf("%,d sessions of 12 attributes and 2 services: %,d bytes each, of which sealed %,d%n", count,
				(after - before) / count, sealed.get() / count);
		System.out.printf("%,d in the store, %,d index entries%n", store.count(), store.indexed());
	}

	private static void fill(Sessions sessions, SessionStore store, int count, String prefix, AtomicLong sealed)
			throws Exception {
		for (int i = 0; i < count; i++) {
			String person = prefix + i;
			NewSession begun = sessions.begin(SessionFixtures.user(person, CLOCK.instant()), attributes(person),
					Optional.empty());
			sessions.store(Sessions.withService(begun.session(), service("https://moodle.example.edu/shibboleth", i)));
			sessions.addService(begun.session(), service("https://library.example.edu/sp", i));
			StoredSession stored = store.find(begun.session().key()).orElseThrow();
			sealed.addAndGet(stored.state().length);
			stored.services().forEach(service -> sealed.addAndGet(service.state().length));
		}
	}

	private static ServiceSignOn service(String entityId, int number) {
		return new ServiceSignOn(ProtocolId.UNNAMED, entityId,
				new Handle('_' + uuid(entityId + number).replace("-", ""),
						"urn:oasis:names:tc:SAML:2.0:nameid-format:transient"),
				CLOCK.instant());
	}

	/**
	 * Returns the attributes of a member of staff, the most that a university releases.
	 */
	private static ResolvedAttributes attributes(String person) {
		Map<String, List<AttributeValue>> values = new LinkedHashMap<>();
		values.put("uid", List.of(new Text(person)));
		values.put("mail", List.of(new Text(person + "@example.edu")));
		values.put("givenName", List.of(new Text("Katharina")));
		values.put("sn", List.of(new Text("Mustermann-" + person)));
		values.put("displayName", List.of(new Text("Katharina Mustermann-" + person)));
		values.put("cn", List.of(new Text("Katharina Mustermann-" + person)));
		values.put("eduPersonPrincipalName", List.of(new Scoped(person, "example.edu")));
		values.put("eduPersonScopedAffiliation", List.of(new Scoped("member", "example.edu"),
				new Scoped("staff", "example.edu"), new Scoped("employee", "example.edu")));
		values.put("eduPersonAffiliation", List.of(new Text("member"), new Text("staff"), new Text("employee")));
		values.put("eduPersonEntitlement", List.of(new Text("urn:mace:dir:entitlement:common-lib-terms")));
		values.put("eduPersonUniqueId", List.of(new Scoped(uuid(person).replace("-", ""), "example.edu")));
		values.put("schacHomeOrganization", List.of(new Text("example.edu")));
		return new ResolvedAttributes(values);
	}

	private static String uuid(String name) {
		return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
	}

	private static long usedAfterCollection() {
		for (int i = 0; i < 4; i++) {
			System.gc();
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

}
