package org.campanile.web.account;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.GenericApplicationContext;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolments;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.sso.EnrolmentPage;
import org.campanile.web.sso.FactorPage;

/** A factor that users enrol with a word that the page shows, and prove with it. */
final class FakeEnrolledFactor implements EnrolledMethod, EnrolmentPage, FactorPage {

	static final FactorKind KIND = new FactorKind("word");

	private static final String WORD = "chimes";

	private final InstantSource clock;

	private final Supplier<Enrolments> enrolments;

	volatile boolean down;

	private FakeEnrolledFactor(InstantSource clock, Supplier<Enrolments> enrolments) {
		this.clock = clock;
		this.enrolments = enrolments;
	}

	/** Registers the factor in a server. */
	static void register(GenericApplicationContext context, InstantSource clock) {
		context.registerBean(FakeEnrolledFactor.class,
				() -> new FakeEnrolledFactor(clock, () -> context.getBean(Enrolments.class)));
	}

	/** Returns a credential that tests store for a user without an enrolment. */
	static Credential credential(String id, String name) {
		return new Credential(KIND, id, name, Instant.ofEpochSecond(1_700_000_000), null,
				WORD.getBytes(StandardCharsets.UTF_8));
	}

	@Override
	public FactorKind kind() {
		return KIND;
	}

	private List<Credential> of(AuthenticatedUser user) throws MethodUnavailableException {
		try {
			if (down) {
				throw new StoreUnavailableException("down");
			}
			return enrolments.get().find(user.principal()).of(KIND);
		}
		catch (StoreUnavailableException ex) {
			throw new MethodUnavailableException("the store is down", ex);
		}
	}

	@Override
	public boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		return !of(user).isEmpty();
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException {
		String id = of(user.orElseThrow()).getFirst().id();
		return submission.field("word").equals(WORD)
				? new Verdict.Proven(user.orElseThrow().with(new Factor(KIND, clock.instant(), id, Set.of())))
				: new Verdict.Rejected(Verdict.Reason.BAD_CREDENTIALS, "another word");
	}

	@Override
	public boolean offersEnrolment(AuthenticatedUser user) throws MethodUnavailableException {
		return of(user).size() < 3;
	}

	@Override
	public Map<String, String> enrolmentChallenge(AuthenticatedUser user) {
		return Map.of("word", WORD);
	}

	@Override
	public EnrolmentVerdict enrol(AuthenticatedUser user, Submission submission) throws MethodUnavailableException {
		if (!submission.field("word").equals(submission.challenge().get("word"))) {
			return new EnrolmentVerdict.Rejected("account-change.bad-name", "another word");
		}
		try {
			String id = "c" + of(user).size();
			enrolments.get().change(user.principal(), before -> before.with(credential(id, submission.field("name"))));
			return new EnrolmentVerdict.Enrolled(id, submission.field("name"));
		}
		catch (StoreUnavailableException ex) {
			throw new MethodUnavailableException("the store is down", ex);
		}
	}

	@Override
	public void show(EnrolmentPage.Form form, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		write(form.action(), form.hiddenFields(), form.errorKey(), "Enrol", response);
	}

	@Override
	public void show(FactorPage.Form form, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		write(form.action(), form.hiddenFields(), form.message().name(), "Prove", response);
	}

	private static void write(String action, Map<String, String> hidden, @Nullable String message, String title,
			HttpServletResponse response) throws IOException {
		response.setContentType("text/html;charset=UTF-8");
		response.getWriter()
			.append("<title>" + title + "</title><form method=post action=\"" + action + "\">")
			.append(hidden.entrySet()
				.stream()
				.map(field -> "<input type=hidden name=\"" + field.getKey() + "\" value=\"" + field.getValue() + "\">")
				.collect(Collectors.joining()))
			.append("<input name=word><input name=name><button>Go on</button></form><p id=message>" + message);
	}

}
