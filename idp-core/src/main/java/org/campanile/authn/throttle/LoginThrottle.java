package org.campanile.authn.throttle;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

import io.micrometer.core.instrument.MeterRegistry;

import org.campanile.authn.FactorKind;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.ThrottleCounters.Key;
import org.campanile.http.Network;
import org.campanile.onetime.OneTimeStore;

/**
 * Bounds wrong guesses at passwords and further factors. Thread-safe.
 * <p>
 * <b>Names.</b> A try counts against the name typed, which may not exist, and a refusal
 * there is shown. Once the directory has found the account, the try counts against the
 * account as well, which may have other names; a refusal there must look like a wrong
 * password, or it would reveal that the name exists. Guesses at accounts are shared over
 * all nodes through the one-time store.
 * <p>
 * <b>Shares.</b> One network may use no more than a share of the guesses at a name that
 * all strangers together have, so that it cannot lock the owner out. Nor may one site,
 * the IPv6 /48 in which a customer may have many networks. A browser that has signed in
 * to an account before is counted separately.
 * <p>
 * <b>Networks.</b> Wrong guesses, throttled attempts and unusable input count against
 * their network; guesses of browsers known to the name only when throttled. An attacker
 * gains nothing by those: the same refusals can be caused from that network without a
 * known browser.
 * <p>
 * An attempt holds its tokens while it is in progress, so that parallel guesses get no
 * more attempts than sequential ones.
 */
public final class LoginThrottle {

	private final ThrottleSettings settings;

	private final ThrottleCounters counters;

	/**
	 * @param store where nodes share their counts; while it fails, each node goes by its
	 * own counts
	 */
	public LoginThrottle(ThrottleSettings settings, InstantSource clock, OneTimeStore store, MeterRegistry registry) {
		this.settings = settings;
		this.counters = new ThrottleCounters(settings, clock, store, registry);
	}

	/** Returns how many attempts are waiting for others at the same name to end. */
	public int waiting() {
		return counters.waiting();
	}

	/**
	 * Begins a try. May wait a moment for other tries at the same name to end.
	 * @param username the name typed
	 */
	public Attempt begin(LoginOrigin origin, String username) {
		return begin(origin, username, UnaryOperator.identity());
	}

	/**
	 * Begins a try where several names lead to one account. May wait as
	 * {@link #begin(LoginOrigin, String)}.
	 * @param username the name typed
	 * @param counted returns the name under which tries at a name are counted; browsers
	 * are known by the name itself
	 */
	public Attempt begin(LoginOrigin origin, String username, UnaryOperator<String> counted) {
		Attempt attempt = new Attempt(origin, KnownBrowser.comparable(username), counted);
		attempt.begin();
		return attempt;
	}

	/**
	 * Begins a try at a further factor. It counts against the user and that kind of
	 * factor alone, neither with tries at the password nor against the network, because
	 * the user has proven the first factor. May wait as
	 * {@link #begin(LoginOrigin, String)}.
	 * @param principal the user's canonical name
	 */
	public Attempt begin(LoginOrigin origin, FactorKind kind, String principal) {
		Attempt attempt = new Attempt(origin, KnownBrowser.comparable(principal), UnaryOperator.identity());
		attempt.begin(kind);
		return attempt;
	}

	/**
	 * Counts a try with a name or password that nobody can have. It is no guess at an
	 * account, so it counts against the network alone.
	 * @return how long to wait, if the network has used up its tries
	 */
	public Optional<Duration> countUnusable(LoginOrigin origin) {
		NetworkCounter network = counters.network(Place.of(origin.address()).network());
		Optional<Duration> refusal = network.refusal(new SharedSlots.TimeBudget());
		if (refusal.isEmpty()) {
			network.countGuess();
		}
		return refusal;
	}

	/**
	 * The network and site of an address.
	 *
	 * @param network the address itself, or the /64 of an IPv6 address
	 * @param site the /48 of an IPv6 address
	 */
	private record Place(String network, Optional<String> site) {

		static Place of(String address) {
			String network = Network.ofClient(address);
			return new Place(network,
					network.equals(address) ? Optional.empty() : Optional.of(Network.ofSite(address)));
		}

	}

	/** An attempt to prove a factor. Thread-safe. */
	public final class Attempt {

		private final LoginOrigin origin;

		private final Place place;

		private final String typed;

		private final UnaryOperator<String> counted;

		/**
		 * The time budget for all calls of the store before the bind; most of them
		 * overlap with the directory's own search.
		 */
		private final SharedSlots.TimeBudget budget = new SharedSlots.TimeBudget();

		private final List<GuessCounter.Admission.Permit> permits = new ArrayList<>();

		/** Whether a password may be tried, by account; false while that is found out. */
		private final Map<String, Boolean> answers = new ConcurrentHashMap<>();

		private boolean stranger;

		private Optional<Duration> refusal = Optional.empty();

		private boolean settled;

		private Attempt(LoginOrigin origin, String typed, UnaryOperator<String> counted) {
			this.origin = origin;
			this.place = Place.of(origin.address());
			this.typed = typed;
			this.counted = counted;
		}

		private void begin() {
			Optional<String> counterKey = counterKey(typed);
			stranger = counterKey.isEmpty();
			refusal = stranger ? counters.network(place.network()).refusal(budget) : Optional.empty();
			if (refusal.isEmpty()) {
				refusal = acquire(typed, counterKey, counters::name);
				refusal.ifPresent(wait -> counters.network(place.network()).countThrottled());
			}
			settled = refusal.isPresent();
		}

		private void begin(FactorKind kind) {
			// No name contains a line break, so none shares this key. A browser is known
			// once it has proven the password, as this one has: it must not give each
			// login
			// a counter of its own.
			refusal = acquire(List.of(counters.factor(new Key("", kind.code() + '\n' + typed), settings.factor())));
			settled = refusal.isPresent();
		}

		/** Returns how long to wait, if this attempt is not permitted; may be shown. */
		public Optional<Duration> refusal() {
			return refusal;
		}

		/**
		 * Counts the try against the account that the name typed leads to; once, however
		 * often it is asked.
		 * @param account the canonical name
		 * @return whether a password may be tried there; must not be shown
		 */
		public boolean permits(String account) {
			String name = KnownBrowser.comparable(account);
			synchronized (this) {
				if (settled) {
					return false;
				}
			}
			Boolean before = answers.putIfAbsent(name, false);
			if (before != null) {
				return before;
			}
			// Not under this object's lock: settling the try must not wait for it.
			boolean permitted = acquire(name, counterKey(name).or(() -> counterKey(typed)), counters::account)
				.isEmpty();
			answers.put(name, permitted);
			// A wrong password of a stranger counts as a wrong guess.
			if (!permitted && !stranger) {
				counters.network(place.network()).countThrottled();
			}
			return permitted;
		}

		private Optional<String> counterKey(String name) {
			return origin.browser().flatMap(browser -> browser.counterKey(name));
		}

		/** Gets all permits that a name takes, or none. */
		private Optional<Duration> acquire(String name, Optional<String> counterKey,
				BiFunction<Key, ThrottleSettings.Limit, GuessCounter> counterOf) {
			String key = counted.apply(name);
			if (counterKey.isPresent()) {
				return acquire(List.of(counterOf.apply(new Key("browser " + counterKey.get(), key), settings.user())));
			}
			List<GuessCounter> shares = new ArrayList<>();
			shares.add(counterOf.apply(new Key("network " + place.network(), key), settings.userFromOneNetwork()));
			place.site()
				.map(site -> counterOf.apply(new Key("site " + site, key), settings.userFromOneSite()))
				.ifPresent(shares::add);
			shares.add(counterOf.apply(new Key("", key), settings.user()));
			return acquire(shares);
		}

		private Optional<Duration> acquire(List<GuessCounter> all) {
			List<GuessCounter.Admission.Permit> acquired = new ArrayList<>();
			for (GuessCounter counter : all) {
				switch (counter.begin(budget)) {
					case GuessCounter.Admission.Permit permit -> acquired.add(permit);
					case GuessCounter.Admission.Refused(Duration retryAfter) -> {
						giveBack(acquired);
						return Optional.of(retryAfter);
					}
				}
			}
			if (hold(acquired)) {
				return Optional.empty();
			}
			// The caller has given up meanwhile and makes no further guess.
			giveBack(acquired);
			return Optional.of(Duration.ofSeconds(1));
		}

		private void giveBack(List<GuessCounter.Admission.Permit> acquired) {
			acquired.forEach(permit -> permit.settle(false, budget));
		}

		private synchronized boolean hold(List<GuessCounter.Admission.Permit> acquired) {
			return !settled && permits.addAll(acquired);
		}

		/**
		 * Verifies a factor, unless this try may not be made: a wrong guess counts.
		 * @return {@link Verdict.Throttled} if it may not
		 */
		public <E extends Exception> Verdict verify(Check<E> check) throws E {
			if (refusal.isPresent()) {
				return new Verdict.Throttled(refusal.get());
			}
			boolean wrong = false;
			try {
				Verdict verdict = check.verify();
				wrong = verdict instanceof Verdict.Rejected rejected
						&& rejected.reason() == Verdict.Reason.BAD_CREDENTIALS;
				return verdict;
			}
			finally {
				settle(wrong);
			}
		}

		/** The try was not a wrong guess: it does not count. */
		public void forgive() {
			settle(false);
		}

		/** The try was a wrong guess: it counts. */
		public void count() {
			settle(true);
		}

		private void settle(boolean wrongGuess) {
			synchronized (this) {
				if (settled) {
					return;
				}
				settled = true;
			}
			SharedSlots.TimeBudget afterwards = new SharedSlots.TimeBudget();
			permits.forEach(permit -> permit.settle(wrongGuess, afterwards));
			if (wrongGuess && stranger) {
				counters.network(place.network()).countGuess();
			}
		}

	}

	/**
	 * Verifies a submission.
	 *
	 * @param <E> thrown if it cannot be verified
	 */
	@FunctionalInterface
	public interface Check<E extends Exception> {

		Verdict verify() throws E;

	}

}
