package org.campanile.factor.external;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.factor.external.ExternalValidator.Answer;
import org.campanile.factor.external.ExternalValidator.UnansweredException;
import org.campanile.guard.Guards;

/**
 * A further factor that another system checks. The user's input is sent there, and its
 * challenges are returned; nothing is stored here. A system that does not answer proves
 * nothing: after a few failures it is asked only every {@link Guards#PAUSE}. A slow one
 * is asked so few questions at once that other logins go on. Thread-safe.
 */
public final class ExternalMethod implements AuthenticationMethod, AutoCloseable {

	public static final FactorKind KIND = new FactorKind("external");

	/** The part of the challenge that names it in the other system. */
	static final String TRANSACTION = "transaction";

	/** The part of the challenge that instructs the user, in the system's words. */
	public static final String MESSAGE = "message";

	/** The part of the challenge that says whether the user types something. */
	public static final String CODE = "code";

	/** The part of the challenge that says whether a device asks for confirmation. */
	public static final String PUSH = "push";

	/** The part of the challenge with its beginning, in seconds since the epoch. */
	static final String SINCE = "since";

	/**
	 * The part of the challenge with {@link #EXPIRED}, {@link #DECLINED},
	 * {@link #NO_TOKEN} or {@link #TOO_MANY}.
	 */
	public static final String NOTE = "note";

	/** The challenge before was not answered in time. */
	public static final String EXPIRED = "expired";

	/** The challenge was declined on the device, as was said before. */
	public static final String DECLINED = "declined";

	/** The user has no token in the other system. */
	public static final String NO_TOKEN = "no-token";

	/** The fault that too many challenges were begun for the user. */
	public static final String TOO_MANY = "too-many";

	/** A field of the form: begins another challenge. */
	public static final String AGAIN = "again";

	private static final Logger logger = LoggerFactory.getLogger(ExternalMethod.class);

	private static final int MAX_CODE = 256;

	/** The longest time from the check whether a user is ready to the page that asks. */
	private static final Duration HANDED_ON = Duration.ofSeconds(30);

	private final ExternalValidator validator;

	private final Settings settings;

	private final InstantSource clock;

	private final CircuitBreaker breaker;

	private final Bulkhead questions;

	private final AtomicBoolean down = new AtomicBoolean();

	/** Challenges that are begun and that no page of their login has asked for yet. */
	private final Cache<String, Map<String, String>> begun;

	private final RecentChallenges recent;

	/** The users who had a token there recently: no query begins a challenge. */
	private final Cache<String, Boolean> ready;

	/** The users who had no token there a moment ago, so that a login asks once. */
	private final Cache<String, Boolean> without;

	/** Whether a user can prove the factor. */
	@FunctionalInterface
	public interface Users {

		Users ALL = user -> true;

		boolean include(AuthenticatedUser user) throws MethodUnavailableException;

	}

	/**
	 * The settings of queries to the other system.
	 *
	 * @param users the users who have the factor
	 * @param trigger whether a challenge begins before the user has typed anything
	 * @param askWhoIsReady whether a user without a token there lacks the factor
	 * @param challengeTime how long the user may take to answer a challenge
	 * @param maxConcurrent questions at once; more are refused without asking
	 */
	public record Settings(Users users, boolean trigger, boolean askWhoIsReady, Duration challengeTime,
			int maxConcurrent) {
	}

	/** Opens no connection yet. Closes the validator when it is closed itself. */
	public ExternalMethod(ExternalValidator validator, Settings settings, InstantSource clock) {
		this.validator = validator;
		this.settings = settings;
		this.clock = clock;
		this.breaker = Guards.breaker("factor-external", clock);
		this.questions = Guards.bulkhead("factor-external", settings.maxConcurrent());
		this.recent = new RecentChallenges(settings.challengeTime(), clock);
		this.begun = RecentChallenges.cache(HANDED_ON, clock);
		this.ready = RecentChallenges.cache(RecentChallenges.PERIOD, clock);
		this.without = RecentChallenges.cache(HANDED_ON, clock);
	}

	@Override
	public FactorKind kind() {
		return KIND;
	}

	@Override
	public boolean asksElsewhere() {
		return settings.askWhoIsReady() || settings.users() != Users.ALL;
	}

	@Override
	public boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		if (!settings.users().include(user)) {
			return false;
		}
		if (!settings.askWhoIsReady()) {
			return true;
		}
		String principal = user.principal();
		if (ready.getIfPresent(principal) != null) {
			return true;
		}
		if (without.getIfPresent(principal) != null) {
			return false;
		}
		Map<String, String> challenge = triggered(principal);
		if (NO_TOKEN.equals(challenge.get(NOTE))) {
			without.put(principal, true);
			return false;
		}
		if (!challenge.containsKey(NOTE)) {
			begun.put(login(user), challenge);
			ready.put(principal, true);
		}
		return true;
	}

	@Override
	public boolean callsUser(AuthenticatedUser user) {
		String principal = user.principal();
		return settings.askWhoIsReady() && ready.getIfPresent(principal) == null
				&& without.getIfPresent(principal) == null;
	}

	/** Names a login by its first factor, whose time is sealed to the millisecond. */
	private static String login(AuthenticatedUser user) {
		return user.principal() + '\n' + user.factors().getFirst().at().toEpochMilli();
	}

	@Override
	public Map<String, String> challenge(Optional<AuthenticatedUser> user) throws MethodUnavailableException {
		if (user.isEmpty() || !settings.trigger()) {
			return typed("");
		}
		// Each challenge belongs to one login: a user who confirms it must mean that one.
		Map<String, String> handedOn = begun.asMap().remove(login(user.get()));
		return handedOn != null ? handedOn : triggered(user.get().principal());
	}

	private Map<String, String> triggered(String principal) throws MethodUnavailableException {
		if (recent.areTooMany(principal)) {
			return typed(TOO_MANY);
		}
		Answer answer = ask(() -> {
			// Counted only here, as a refused question begins no challenge.
			recent.count(principal);
			return validator.trigger(principal);
		});
		return switch (answer) {
			case Answer.Challenged challenged -> challenge(challenged);
			case Answer.NoToken none -> {
				recent.takeBack(principal);
				yield typed(NO_TOKEN);
			}
			case Answer.Rejected rejected -> typed("");
			case Answer.Accepted accepted -> typed("");
		};
	}

	private static Map<String, String> typed(String note) {
		return note.isEmpty() ? Map.of(CODE, "true") : Map.of(CODE, "true", NOTE, note);
	}

	private Map<String, String> challenge(Answer.Challenged challenged) {
		Map<String, String> challenge = new HashMap<>();
		challenge.put(TRANSACTION, challenged.transaction());
		challenge.put(SINCE, Long.toString(clock.instant().getEpochSecond()));
		if (!challenged.message().isEmpty()) {
			challenge.put(MESSAGE, challenged.message());
		}
		if (challenged.code()) {
			challenge.put(CODE, "true");
		}
		if (challenged.push()) {
			challenge.put(PUSH, "true");
		}
		return Map.copyOf(challenge);
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException {
		if (user.isEmpty()) {
			return Verdict.Rejected.wrong("a further factor, and no user is known");
		}
		String principal = user.get().principal();
		Map<String, String> challenge = submission.challenge();
		if (!submission.field(AGAIN).isEmpty()) {
			return new Verdict.Continued(settings.trigger() ? triggered(principal) : typed(""));
		}
		String transaction = challenge.getOrDefault(TRANSACTION, "");
		if (!transaction.isEmpty() && isOver(challenge)) {
			// The challenge has expired, so that nothing was tried.
			return new Verdict.Continued(typed(EXPIRED));
		}
		if (!transaction.isEmpty()) {
			// A user with an open challenge has tokens: no question is needed.
			ready.put(principal, true);
		}
		String code = submission.field(CODE).strip();
		if (!code.isEmpty()) {
			return code.length() > MAX_CODE || !code.codePoints().allMatch(ExternalMethod::isTyped)
					? Verdict.Rejected.wrong("no code is of that form")
					: verdict(user.get(), principal, code, transaction);
		}
		if (!challenge.containsKey(PUSH)) {
			return Verdict.Rejected.wrong("nothing was typed");
		}
		return switch (ask(() -> validator.confirmation(transaction))) {
			case PENDING -> new Verdict.Continued(challenge);
			// The same answer once more, as after a reload, is no other wrong attempt.
			case DECLINED -> recent.decline(transaction) ? Verdict.Rejected.wrong("declined on the device")
					: new Verdict.Continued(declined(challenge));
			case CONFIRMED -> verdict(user.get(), principal, "", transaction);
		};
	}

	private static Map<String, String> declined(Map<String, String> challenge) {
		Map<String, String> declined = new HashMap<>(challenge);
		declined.put(NOTE, DECLINED);
		return declined;
	}

	private static boolean isTyped(int character) {
		return !Character.isISOControl(character) && Character.getType(character) != Character.SURROGATE;
	}

	private boolean isOver(Map<String, String> challenge) {
		Instant since = Instant.ofEpochSecond(Long.parseLong(challenge.getOrDefault(SINCE, "0")));
		return !clock.instant().isBefore(since.plus(settings.challengeTime()));
	}

	private Verdict verdict(AuthenticatedUser user, String principal, String code, String transaction)
			throws MethodUnavailableException {
		// Counted separately: wrong PINs must not lock the owner out of typing a code.
		String byPin = principal + "\nPIN";
		if (transaction.isEmpty() && recent.areTooMany(byPin)) {
			return new Verdict.Throttled(RecentChallenges.PERIOD);
		}
		return switch (ask(() -> validator.check(principal, code, transaction))) {
			case Answer.Accepted accepted -> new Verdict.Proven(user.with(new Factor(KIND, clock.instant())));
			case Answer.Challenged challenged -> {
				if (challenged.push()) {
					recent.count(byPin);
				}
				yield new Verdict.Continued(challenge(challenged));
			}
			case Answer.Rejected(String detail) -> Verdict.Rejected.wrong("rejected there: " + detail);
			case Answer.NoToken(String detail) -> Verdict.Rejected.wrong("no token there: " + detail);
		};
	}

	private interface Question<T> {

		T ask() throws UnansweredException;

	}

	private <T> T ask(Question<T> question) throws MethodUnavailableException {
		if (!questions.tryAcquirePermission()) {
			throw notAsked("already " + settings.maxConcurrent()
					+ " requests wait for it (campanile.factors.external.max-concurrent)");
		}
		long start = clock.millis();
		try {
			if (!breaker.tryAcquirePermission()) {
				throw notAsked("not asked, it did not answer just now and is tried every " + Guards.PAUSE.toSeconds()
						+ " seconds");
			}
			T answer = question.ask();
			answered(start);
			return answer;
		}
		catch (UnansweredException ex) {
			if (ex.isAnswered()) {
				answered(start);
				logger.warn(
						"The external factor refuses a question ({}); its user cannot sign in with it: compare "
								+ "campanile.factors.external with the realms, policies and tokens there",
						ex.getMessage());
			}
			else {
				breaker.onError(clock.millis() - start, TimeUnit.MILLISECONDS, ex);
				failed(ex);
			}
			throw new MethodUnavailableException(ex.getMessage(), ex);
		}
		catch (RuntimeException ex) {
			breaker.onError(clock.millis() - start, TimeUnit.MILLISECONDS, ex);
			throw ex;
		}
		finally {
			questions.onComplete();
		}
	}

	@Override
	public int waiting() {
		return settings.maxConcurrent() - questions.getMetrics().getAvailableConcurrentCalls();
	}

	private static MethodUnavailableException notAsked(String detail) {
		return new MethodUnavailableException(detail,
				new UnansweredException(UnansweredException.Cause.NO_ANSWER, detail));
	}

	private void answered(long start) {
		breaker.onSuccess(clock.millis() - start, TimeUnit.MILLISECONDS);
		if (down.compareAndSet(true, false)) {
			logger.info("The external factor answers again");
		}
	}

	private void failed(UnansweredException ex) {
		if (down.compareAndSet(false, true)) {
			logger.warn("campanile.factors.external: no usable answer ({}: {}); logins that need this factor wait: {}",
					ex.reason(), ex.getMessage(), switch (ex.reason()) {
						case NO_ANSWER -> "see whether the system runs and this server reaches it";
						case FAULT -> "look at the log of that system, or of the proxy before it";
						case REFUSED -> "compare realm and service-token with what is configured there";
						case NOT_UNDERSTOOD ->
							"see whether url is the base address of the system, without a login page "
									+ "or redirect before it";
					});
		}
	}

	@Override
	public void close() throws IOException {
		validator.close();
	}

}
