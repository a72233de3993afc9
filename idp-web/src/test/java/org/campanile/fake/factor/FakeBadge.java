package org.campanile.fake.factor;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.support.GenericApplicationContext;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.EnrolledMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.web.sso.EnrolmentPage;
import org.campanile.web.sso.FactorPage;

/** A factor that users enrol: a user who sends "mine" has a badge. */
public final class FakeBadge implements EnrolledMethod {

	private final FactorKind kind;

	final Set<String> enrolled = ConcurrentHashMap.newKeySet();

	FakeBadge(String kind) {
		this.kind = new FactorKind(kind);
	}

	public void register(GenericApplicationContext context) {
		context.registerBean(kind + "Method", FakeBadge.class, () -> this);
		context.registerBean(kind + "Page", FactorPage.class, Asking::new);
		context.registerBean(kind + "EnrolmentPage", EnrolmentPage.class, Enrolling::new);
	}

	/** Returns the users with this factor, as a set that tests may change. */
	public Set<String> enrolled() {
		return enrolled;
	}

	@Override
	public FactorKind kind() {
		return kind;
	}

	@Override
	public boolean isReady(AuthenticatedUser user) {
		return enrolled.contains(user.principal());
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) {
		return submission.field("badge").equals("shown")
				? new Verdict.Proven(user.orElseThrow().with(new Factor(kind, Instant.now())))
				: new Verdict.Rejected(Verdict.Reason.BAD_CREDENTIALS, "no badge");
	}

	@Override
	public boolean offersEnrolment(AuthenticatedUser user) {
		return !enrolled.contains(user.principal());
	}

	@Override
	public Map<String, String> enrolmentChallenge(AuthenticatedUser user) {
		return Map.of("owner", user.principal());
	}

	@Override
	public EnrolmentVerdict enrol(AuthenticatedUser user, Submission submission) {
		if (!submission.field("claim").equals("mine")
				|| !user.principal().equals(submission.challenge().get("owner"))) {
			return new EnrolmentVerdict.Rejected("problem.help", "not claimed");
		}
		enrolled.add(user.principal());
		return new EnrolmentVerdict.Enrolled("1", "Badge");
	}

	private final class Asking implements FactorPage {

		@Override
		public FactorKind kind() {
			return kind;
		}

		@Override
		public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
			page("Prove " + kind, form.action(), form.hiddenFields(), "badge", form.others().toString(), response);
		}

	}

	private final class Enrolling implements EnrolmentPage {

		@Override
		public FactorKind kind() {
			return kind;
		}

		@Override
		public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
			page("Enrol " + kind, form.action(), form.hiddenFields(), "claim",
					form.errorKey() + (form.skippable() ? " skippable" : ""), response);
		}

	}

	private static void page(String title, String action, Map<String, String> hidden, String field, String text,
			HttpServletResponse response) throws IOException {
		response.setContentType("text/html;charset=UTF-8");
		response.getWriter()
			.append("<!DOCTYPE html><html lang=en><title>" + title + "</title><form method=post action=\"" + action
					+ "\">")
			.append(hidden.entrySet()
				.stream()
				.map(each -> "<input type=hidden name=\"" + each.getKey() + "\" value=\"" + each.getValue() + "\">")
				.collect(Collectors.joining()))
			.append("<input name=" + field + "></form><p>" + text + "</p>");
	}

	/** Returns a badge and a ring, two factors of different kinds. */
	public static List<FakeBadge> two() {
		return List.of(new FakeBadge("badge"), new FakeBadge("ring"));
	}

}
