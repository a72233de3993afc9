package org.campanile.fake.factor;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.support.GenericApplicationContext;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.testkit.browser.Page;
import org.campanile.web.sso.FactorPage;

/** A complete factor: the method, and the page that asks for it. */
public final class FakeFactor implements AuthenticationMethod, FactorPage {

	public static final FactorKind KIND = new FactorKind("number");

	/** The users who cannot prove this factor. */
	final Set<String> without = ConcurrentHashMap.newKeySet();

	private final AtomicInteger numbers = new AtomicInteger(1000);

	private final InstantSource clock;

	private volatile boolean down;

	/** Whether the check of readiness fails. */
	volatile boolean silent;

	/** Whether creating a challenge fails. */
	volatile boolean challengeDown;

	/** How many more checks of readiness succeed. */
	final AtomicInteger timesReady = new AtomicInteger(Integer.MAX_VALUE);

	/** Runs during verification. */
	volatile Runnable meanwhile = () -> {
	};

	/** The user for whom verification succeeds; empty for the user of the login. */
	volatile String other = "";

	public FakeFactor() {
		this(InstantSource.system());
	}

	public FakeFactor(InstantSource clock) {
		this.clock = clock;
	}

	/** Returns the users who cannot prove this factor, as a set that tests may change. */
	public Set<String> without() {
		return this.without;
	}

	/** Returns the form of the page with the right number filled in. */
	public static org.campanile.testkit.browser.Form answered(Page page) {
		return page.formWith("number")
			.orElseThrow()
			.with("number", String.valueOf(Integer.parseInt(page.text("label").replaceAll("\\D", "")) + 1));
	}

	/** Registers the factor in a server. */
	public void register(GenericApplicationContext context) {
		context.registerBean("fakeFactor", FakeFactor.class, () -> this);
	}

	public void setSilent(boolean silent) {
		this.silent = silent;
	}

	void setDown(boolean down) {
		this.down = down;
	}

	void restore() {
		this.without.clear();
		this.down = false;
		this.silent = false;
		this.challengeDown = false;
		this.timesReady.set(Integer.MAX_VALUE);
		this.meanwhile = () -> {
		};
		this.other = "";
	}

	@Override
	public FactorKind kind() {
		return KIND;
	}

	@Override
	public boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		requireAnswer(this.silent);
		return this.timesReady.getAndDecrement() > 0 && !this.without.contains(user.principal());
	}

	private static void requireAnswer(boolean off) throws MethodUnavailableException {
		if (off) {
			throw new MethodUnavailableException("switched off", new IOException());
		}
	}

	@Override
	public Map<String, String> challenge(Optional<AuthenticatedUser> user) throws MethodUnavailableException {
		requireAnswer(this.challengeDown);
		return Map.of("number", String.valueOf(this.numbers.getAndIncrement()));
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException {
		requireAnswer(this.down);
		this.meanwhile.run();
		if (!this.other.isEmpty()) {
			return new Verdict.Proven(new AuthenticatedUser(this.other, this.other, Optional.empty(),
					List.of(new Factor(KIND, this.clock.instant())), Optional.empty()));
		}
		String right = String.valueOf(Integer.parseInt(submission.challenge().getOrDefault("number", "0")) + 1);
		return user.isPresent() && submission.field("number").equals(right)
				? new Verdict.Proven(user.get().with(new Factor(KIND, this.clock.instant())))
				: new Verdict.Rejected(Verdict.Reason.BAD_CREDENTIALS, "another number");
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		response.setContentType("text/html;charset=UTF-8");
		response.setStatus(form.message().status());
		response.getWriter()
			.append("<!DOCTYPE html><html lang=en><title>One more</title><form method=post action=\"")
			.append(form.action())
			.append("\">")
			.append(form.hiddenFields()
				.entrySet()
				.stream()
				.map(field -> "<input type=hidden name=\"" + field.getKey() + "\" value=\"" + field.getValue() + "\">")
				.collect(Collectors.joining()))
			.append("<label>What follows ")
			.append(form.challenge().get("number"))
			.append("? <input name=number></label><button>Go on</button></form><p>")
			.append(form.message().name());
	}

}
