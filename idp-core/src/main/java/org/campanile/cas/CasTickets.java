package org.campanile.cas;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Cbor;
import org.campanile.seal.Sealer;
import org.campanile.session.SessionKey;
import org.campanile.store.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Service tickets and proxy tickets (CAS Protocol 3.0.3, 3.1 and 3.2): made for one
 * service, taken once, on any node. Thread-safe.
 */
public final class CasTickets {

	static final String KIND = "cas-ticket";

	/** Begins a ticket for a service that the user has signed on to. */
	static final String SERVICE_TICKET = "ST-";

	/** Begins a ticket for a service that another service asked for. */
	static final String PROXY_TICKET = "PT-";

	/**
	 * The number of random characters. With its prefix a ticket has 32 characters, which
	 * every client must accept.
	 */
	private static final int LENGTH = 29;

	/**
	 * The number of characters that the audit log shows, enough to distinguish tickets.
	 */
	private static final int SHOWN = SERVICE_TICKET.length() + 8;

	/** The characters allowed in a ticket (CAS Protocol 3.0.3, 3.7). */
	private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

	private static final int FAIR = 256 / ALPHABET.length() * ALPHABET.length();

	private static final Pattern SHAPE = Pattern.compile("[SP]T-[0-9A-Za-z]{" + LENGTH + "}");

	private final OneTimeStore store;

	private final Sealer sealer;

	private final Duration lifetime;

	private final InstantSource clock;

	private final SecureRandom random;

	/**
	 * @param lifetime how long a ticket can be validated
	 */
	public CasTickets(OneTimeStore store, Sealer sealer, Duration lifetime, InstantSource clock, SecureRandom random) {
		this.store = store;
		this.sealer = sealer;
		this.lifetime = lifetime;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * The data that the validation of a ticket returns.
	 *
	 * @param service the id of the service
	 * @param url the service URL it was made for
	 * @param user the user's name at the service
	 * @param attributes the released attributes, by the names that the service knows
	 * @param authn the authentication it rests on
	 * @param proxies the callbacks of the proxies it came through, the latest first
	 */
	public record Ticket(String service, String url, String user, Map<String, List<String>> attributes, Authn authn,
			Session session, List<String> proxies) {

		public Ticket {
			proxies = List.copyOf(proxies);
		}

		/**
		 * An authentication.
		 *
		 * @param newLogin whether the user has just signed in for this ticket
		 */
		public record Authn(Instant at, String contextClass, boolean newLogin) {
		}

		/**
		 * A session.
		 *
		 * @param end its absolute expiry
		 */
		public record Session(SessionKey key, Instant end) {
		}

	}

	/**
	 * @param s service
	 * @param u url
	 * @param n user
	 * @param a attributes
	 * @param t authn.at, milliseconds since the epoch
	 * @param c authn.contextClass
	 * @param l authn.newLogin
	 * @param k session.key
	 * @param x session.end, milliseconds since the epoch
	 * @param p proxies
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	private record Form(String s, String u, String n, Map<String, List<String>> a, long t, String c, boolean l,
			String k, long x, @Nullable List<String> p) {

		static Form of(Ticket ticket) {
			return new Form(ticket.service(), ticket.url(), ticket.user(), ticket.attributes(),
					ticket.authn().at().toEpochMilli(), ticket.authn().contextClass(), ticket.authn().newLogin(),
					ticket.session().key().value(), ticket.session().end().toEpochMilli(),
					ticket.proxies().isEmpty() ? null : ticket.proxies());
		}

		Ticket ticket() {
			return new Ticket(s, u, n, a, new Ticket.Authn(Instant.ofEpochMilli(t), c, l),
					new Ticket.Session(new SessionKey(k), Instant.ofEpochMilli(x)), p == null ? List.of() : p);
		}

	}

	/** A ticket that does not exist yet. */
	String generate(String prefix) {
		return generate(prefix, LENGTH);
	}

	/** Generates a ticket of {@code length} random characters after a prefix. */
	String generate(String prefix, int length) {
		StringBuilder ticket = new StringBuilder(prefix.length() + length).append(prefix);
		byte[] drawn = new byte[length];
		while (ticket.length() < prefix.length() + length) {
			random.nextBytes(drawn);
			for (int i = 0; i < length && ticket.length() < prefix.length() + length; i++) {
				int value = Byte.toUnsignedInt(drawn[i]);
				if (value < FAIR) {
					ticket.append(ALPHABET.charAt(value % ALPHABET.length()));
				}
			}
		}
		return ticket.toString();
	}

	/** A unique id of an XML message or element. */
	public String xmlId() {
		return generate("_", LENGTH);
	}

	/**
	 * Stores the data behind a ticket; from now on it can be taken, on every node.
	 * @throws StoreUnavailableException if it may not have been stored
	 */
	void put(String ticket, Ticket content) throws StoreUnavailableException {
		byte[] sealed = sealer.seal(KIND, ticket, Cbor.write(Form.of(content)));
		if (!store.put(KIND, ticket, sealed, clock.instant().plus(lifetime))) {
			throw new StoreUnavailableException("the new ticket was already taken");
		}
	}

	/**
	 * Takes a ticket: of several callers at most one receives it.
	 * @param ticket as the service sent it, not validated
	 * @return empty if there is no such ticket, or no longer
	 * @throws StoreUnavailableException if it may have been taken
	 */
	Optional<Ticket> take(String ticket) throws StoreUnavailableException {
		return SHAPE.matcher(ticket).matches() ? store.take(KIND, ticket)
			.flatMap(sealed -> sealer.open(KIND, ticket, sealed))
			.flatMap(plain -> Cbor.read(plain, Form.class))
			.map(Form::ticket) : Optional.empty();
	}

	/** A ticket as logs show it, from which it cannot be derived. */
	public static String shown(String ticket) {
		return ticket.length() <= SHOWN ? ticket : ticket.substring(0, SHOWN) + "…";
	}

}
