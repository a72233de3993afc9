package org.campanile.validation;

import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;

import org.campanile.guard.SteadyClock;
import org.campanile.http.Network;
import org.campanile.seal.Sha256;

/**
 * The systems that may send validation requests, each with a token of its own.
 * Thread-safe.
 */
public final class ValidationClients {

	private final Map<String, Limited> clients = new LinkedHashMap<>();

	public ValidationClients(List<Client> clients, InstantSource clock) {
		SteadyClock steady = new SteadyClock(clock);
		clients.forEach(client -> this.clients.put(client.name(), new Limited(client, bucket(client, steady))));
	}

	/**
	 * A client.
	 *
	 * @param name its name in audit lines and metrics
	 * @param tokenDigest SHA-256 of its token
	 * @param networks the networks of the client; empty for any
	 * @param realms the realms about which it may ask; empty for all
	 * @param perMinute how many requests it may send a minute
	 * @param namesAddress whether it is believed about the address that the user is at
	 */
	public record Client(String name, byte[] tokenDigest, List<Network> networks, Set<String> realms, int perMinute,
			boolean namesAddress) {

		public Client {
			networks = List.copyOf(networks);
			realms = Set.copyOf(realms);
		}

		/** Whether the client may ask about a realm. */
		public boolean mayAsk(String realm) {
			return realms.isEmpty() || realms.contains(realm);
		}

		/** Omits the digest. */
		@Override
		public String toString() {
			return "Client[" + name + "]";
		}

	}

	private record Limited(Client client, Bucket requests) {
	}

	/** Whether a request may be answered. */
	public sealed interface Admission {

		/** The key belongs to a client. */
		record Admitted(Client client) implements Admission {
		}

		/**
		 * The key belongs to nobody.
		 *
		 * @param reason for an administrator
		 */
		record Unknown(String reason) implements Admission {
		}

		/** The client has asked too often. */
		record TooMany(Client client, Duration retryAfter) implements Admission {
		}

	}

	/**
	 * Finds the client behind a token.
	 * @param name the name it gives; empty where only the token says who it is
	 * @param address where the request comes from
	 */
	public Admission admit(Optional<String> name, String token, String address) {
		byte[] digest = Sha256.of(token);
		Optional<Limited> found = Optional.empty();
		for (Limited each : clients.values()) {
			// All tokens are compared, so that the time does not reveal which one
			// matched.
			if (MessageDigest.isEqual(each.client().tokenDigest(), digest)
					&& name.filter(given -> !given.equals(each.client().name())).isEmpty()) {
				found = Optional.of(each);
			}
		}
		if (found.isEmpty()) {
			return new Admission.Unknown("the token is of no client");
		}
		Client client = found.get().client();
		if (!client.networks().isEmpty() && client.networks().stream().noneMatch(each -> each.contains(address))) {
			return new Admission.Unknown("the token of " + client.name() + " from outside its networks");
		}
		ConsumptionProbe probe = found.get().requests().tryConsumeAndReturnRemaining(1);
		return probe.isConsumed() ? new Admission.Admitted(client)
				: new Admission.TooMany(client, Duration.ofNanos(probe.getNanosToWaitForRefill()));
	}

	private static Bucket bucket(Client client, SteadyClock clock) {
		return Bucket.builder()
			.addLimit(bandwidth -> bandwidth.capacity(client.perMinute())
				.refillGreedy(client.perMinute(), Duration.ofMinutes(1)))
			.withCustomTimePrecision(clock)
			.build();
	}

}
