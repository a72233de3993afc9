package org.campanile.fake.factor;

import java.io.IOException;
import java.time.InstantSource;
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
import org.campanile.web.sso.FactorPage;

/** All that a factor is made of: the method, and the page that asks for it. */
public final class FakeFactor implements AuthenticationMethod, FactorPage {

	static final FactorKind KIND = new FactorKind("number");

	/** Users who cannot prove it. */
	final Set<String> without = ConcurrentHashMap.newKeySet();

	private final AtomicInteger numbers = new AtomicInteger(1000);

	private volatile boolean down;

	/** All that a server needs to be told of it. */
	public void register(GenericApplicationContext context) {
		context.registerBean("fakeFactor", FakeFactor.class, () -> this);
	}

	void setDown(boolean down) {
		this.down = down;
	}

	@Override
	public FactorKind kind() {
		return KIND;
	}

	@Override
	public boolean identifies() {
		return false;
	}

	@Override
	public boolean isReady(AuthenticatedUser user) {
		return !this.without.contains(user.principal());
	}

	@Override
	public Map<String, String> challenge(Optional<AuthenticatedUser> user) {
		return Map.of("number", String.valueOf(this.numbers.getAndIncrement()));
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException {
		if (this.down) {
			throw new MethodUnavailableException("switched off", new IOException());
		}
		String right = String.valueOf(Integer.parseInt(submission.challenge().getOrDefault("number", "0")) + 1);
		return user.isPresent() && submission.field("number").equals(right)
				? new Verdict.Proven(user.get().with(new Factor(KIND, InstantSource.system().instant())))
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
