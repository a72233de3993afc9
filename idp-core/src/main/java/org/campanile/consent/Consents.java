package org.campanile.consent;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import org.campanile.seal.RecordSealing;
import org.campanile.store.StoreUnavailableException;

/**
 * Stores users' consent in a {@link ConsentStore}. Names are hashed and contents sealed,
 * so that the store does not reveal who uses which service. Thread-safe.
 */
public final class Consents {

	private static final String PURPOSE = "consent";

	private final ConsentStore store;

	private final RecordSealing sealing;

	private final InstantSource clock;

	public Consents(ConsentStore store, RecordSealing sealing, InstantSource clock) {
		this.store = store;
		this.sealing = sealing;
		this.clock = clock;
	}

	/**
	 * The sealed content.
	 *
	 * @param p principal
	 * @param e service
	 * @param a ids of attributes
	 * @param v digests of their values by id; absent in the first form, of which no value
	 * is known
	 * @param c when to ask again; absent in the first form
	 * @param d ids of denied attributes; absent for none
	 */
	@JsonInclude(JsonInclude.Include.NON_NULL)
	private record Form(String p, String e, List<String> a, @Nullable Map<String, String> v, @Nullable String c,
			@Nullable List<String> d) {

		/** Jackson reports exceptions thrown here. */
		Form {
			Objects.requireNonNull(p);
			Objects.requireNonNull(e);
			a = List.copyOf(a);
			v = v == null ? null : Map.copyOf(v);
			d = d == null ? null : List.copyOf(d);
		}

		static Form of(String principal, String service, Consent.Given given) {
			return new Form(principal, service, given.attributes().stream().sorted().toList(), given.values(),
					given.choice().code(), given.denied().isEmpty() ? null : given.denied().stream().sorted().toList());
		}

		Consent.Given given() {
			return new Consent.Given(new HashSet<>(a), v == null ? Map.of() : v, Consent.Choice.of(c),
					d == null ? Set.of() : new HashSet<>(d));
		}

	}

	/**
	 * A page of a look-up.
	 *
	 * @param next the start of the next page; empty on the last
	 */
	public record Page(List<Consent> consents, Optional<String> next) {

		public Page {
			consents = List.copyOf(consents);
		}

	}

	/** The live consent of a user for a service; one read. */
	public Optional<Consent> find(String principal, String service) throws StoreUnavailableException {
		String personHash = personHash(principal);
		String serviceHash = serviceHash(service);
		return store.find(personHash, serviceHash).flatMap(consent -> open(consent, personHash, serviceHash));
	}

	/**
	 * Stores a user's new consent, replacing the previous one for the service; one write.
	 * @param lifetime how long it is valid
	 * @param previous the one to be replaced, as it was just {@linkplain #find found}
	 */
	public Consent give(String principal, String service, Consent.Given given, Duration lifetime,
			Optional<Consent> previous) throws StoreUnavailableException {
		// With the precision of stores, because the seal covers both times.
		Instant now = after(previous.map(Consent::givenAt), clock.instant().truncatedTo(ChronoUnit.MILLIS));
		Instant end = now.plus(lifetime).truncatedTo(ChronoUnit.MILLIS);
		String personHash = personHash(principal);
		String serviceHash = serviceHash(service);
		byte[] state = sealing.seal(PURPOSE, context(personHash, serviceHash, now, end),
				Form.of(principal, service, given));
		if (state.length > ConsentStore.MAX_STATE) {
			throw new StoreUnavailableException("a consent of " + state.length + " bytes is larger than the "
					+ ConsentStore.MAX_STATE + " a store accepts; release fewer attributes to the service");
		}
		store.save(new StoredConsent(personHash, serviceHash, now, end, state));
		return new Consent(principal, service, given, now, end);
	}

	/**
	 * Returns now, or just after the previous decision if this node's clock is behind
	 * that of the node which took it: a store keeps the latest.
	 */
	static Instant after(Optional<Instant> previous, Instant now) {
		return previous.map(last -> last.plusMillis(1)).filter(now::isBefore).orElse(now);
	}

	/**
	 * The live consents of a user, in arbitrary order.
	 * @param after {@link Page#next()} of the previous page; "" for the first
	 * @param limit the maximum number returned, 1 to {@link ConsentStore#MAX_PAGE}
	 */
	public Page findByPrincipal(String principal, String after, int limit) throws StoreUnavailableException {
		String personHash = personHash(principal);
		List<StoredConsent> stored = store.findByPrincipal(personHash, after, limit);
		List<Consent> consents = new ArrayList<>();
		for (StoredConsent consent : stored) {
			open(consent, personHash, consent.serviceHash()).ifPresent(consents::add);
		}
		return new Page(consents,
				stored.size() < limit ? Optional.empty() : Optional.of(stored.getLast().serviceHash()));
	}

	/**
	 * Withdraws a consent.
	 * @return whether there was a live one
	 */
	public boolean revoke(String principal, String service) throws StoreUnavailableException {
		return store.revoke(personHash(principal), serviceHash(service));
	}

	/**
	 * The context consists of the requested names and both times, so that a record in the
	 * wrong place does not open, and the store cannot extend a lifetime. A record that
	 * does not open counts as absent, because the user can be asked again.
	 */
	private Optional<Consent> open(StoredConsent stored, String personHash, String serviceHash) {
		return sealing
			.open(PURPOSE, context(personHash, serviceHash, stored.givenAt(), stored.expiresAt()), stored.state(),
					Form.class)
			.filter(form -> clock.instant().isBefore(stored.expiresAt()))
			.map(form -> new Consent(form.p(), form.e(), form.given(), stored.givenAt(), stored.expiresAt()));
	}

	private String personHash(String principal) {
		return sealing.hash("consent-person", principal);
	}

	private String serviceHash(String service) {
		return sealing.hash("consent-service", service);
	}

	private static String context(String personHash, String serviceHash, Instant givenAt, Instant expiresAt) {
		return personHash + '/' + serviceHash + '/' + givenAt.toEpochMilli() + '/' + expiresAt.toEpochMilli();
	}

}
