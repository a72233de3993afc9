package org.campanile.perf.load;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.Http;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.load.SignOnState.Step;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.jspecify.annotations.Nullable;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.http;

/**
 * The steps of a sign-on as Gatling runs them. Each makes one request, has its answer
 * recorded, and leaves a {@link Step} in the session.
 */
final class SignOnSteps {

	/** Session attribute: the address at which the sign-on begins. */
	private static final String START = "start";

	/** Session attribute: the fields of the form that begins the sign-on, by name. */
	private static final String REQUEST = "request";

	/** The form field for a code. */
	private static final String CODE = "code";

	/** The form field with the options for passkeys. */
	private static final String OPTIONS = "options";

	/** The form field for the signed answer of a passkey. */
	private static final String PASSKEY = "passkey";

	/** The selector of the first form of a page. */
	private static final String ANY_FORM = "form";

	/** How long a user takes to notice a failure. */
	private static final Duration MOMENT = Duration.ofMillis(250);

	private final Target target;

	private final LoadPlan plan;

	private final @Nullable SamlService saml;

	private final Validations validations;

	private final SignOnAnswers answers;

	/**
	 * @param saml the service that receives SAML assertions; null with other protocols
	 */
	SignOnSteps(Target target, LoadPlan plan, LoadRecorder recorder, @Nullable SamlService saml) {
		this.target = target;
		this.plan = plan;
		this.saml = saml;
		this.validations = new Validations(plan.people());
		this.answers = new SignOnAnswers(target, plan, recorder, saml, validations);
	}

	/** The service that makes requests, and the queue that checks its answers. */
	record SamlService(ServiceProvider provider, CheckQueue checks) {
	}

	/** Goes to the start of a sign-on or to a page, or does a whole validation. */
	ChainBuilder open() {
		if (target.kind() == Target.Kind.VALIDATION) {
			return ask();
		}
		Http named = http(session -> VirtualUser.of(session).signedOn() ? answers.returning() : RequestKind.FORM);
		HttpRequestActionBuilder request = target.kind() == Target.Kind.POST
				? named.post(target.start().toString())
					.formParamMap(session -> Objects.requireNonNull(session.getMap(REQUEST)))
				: named.get(session -> Objects.requireNonNull(session.getString(START)));
		return withTicket(exec(this::opening).exec(asked(request, this::selector)).exec(answers::opened), false);
	}

	private Session opening(Session session) {
		VirtualUser virtualUser = VirtualUser.of(session);
		String start = target.measurementStart();
		if (saml == null || target.kind() == Target.Kind.UNSOLICITED) {
			return SignOnState.opening(virtualUser.keptIn(session).set(START, start));
		}
		String state = "state-" + session.userId() + "-" + virtualUser.user();
		AuthnRequestOptions options = AuthnRequestOptions.PLAIN.withRelayState(state);
		if (target.kind() == Target.Kind.POST) {
			PostRequest request = saml.provider().post(start, options);
			return SignOnState
				.opening(virtualUser.asking(request.id(), state).keptIn(session).set(REQUEST, request.fields()));
		}
		RedirectRequest request = saml.provider().redirect(start, options);
		return SignOnState.opening(virtualUser.asking(request.id(), state).keptIn(session).set(START, request.url()));
	}

	/** Selects the expected form; signed-on users get that with the SAML response. */
	private String selector(Session session) {
		return VirtualUser.of(session).signedOn() ? ANY_FORM : target.form().selector();
	}

	/** Adds timeout and checks. CAS redirects are not followed: no service listens. */
	private HttpRequestActionBuilder asked(HttpRequestActionBuilder request, Function<Session, String> selector) {
		HttpRequestActionBuilder checked = request.requestTimeout(plan.behavior().patience())
			.check(ReceivedPage.checks(selector));
		return target.kind() == Target.Kind.CAS ? checked.disableFollowRedirect() : checked;
	}

	/** Sends a request to the validation service. */
	private ChainBuilder ask() {
		return exec(SignOnState::sending)
			.exec(http(RequestKind.LOGIN).post(target.start().toString())
				.header("Authorization", "Bearer " + Validations.TOKEN)
				.formParamMap(this::question)
				.requestTimeout(plan.behavior().patience())
				.check(ReceivedPage.checks())
				.check(SignOnState.keepBody()))
			.exec(answers::validated);
	}

	private Map<String, Object> question(Session session) {
		int user = VirtualUser.of(session).user();
		Map<String, Object> fields = new HashMap<>(target.form().extra());
		fields.put(target.form().username(), plan.people().username(user));
		fields.put(target.form().password(), validations.pass(user, Validations.proof(target)));
		return fields;
	}

	/**
	 * Sends name and password, then the second factor if there is one; or a passkey
	 * alone.
	 * @param last whether the browser is closed afterwards, with its connection unless
	 * connections are kept
	 */
	ChainBuilder submit(boolean last) {
		if (target.method() == LoginMethod.PASSKEY_ALONE) {
			return prove(last);
		}
		if (target.method().isSecondFactor()) {
			return exec(SignOnState::sending)
				.exec(asked(http(RequestKind.PASSWORD).post(SignOnSteps::action).formParamMap(this::credentials),
						session -> target.method().afterPassword()))
				.exec(answers::half)
				.exec(doIf(session -> SignOnState.hasEnded(session, Step.FACTOR)).then(prove(last)));
		}
		return withTicket(exec(SignOnState::sending)
			.exec(asked(http(session -> VirtualUser.of(session).mistyping() ? RequestKind.REFUSED : RequestKind.LOGIN)
				.post(SignOnSteps::action)
				.header("Connection", connection(last && target.kind() != Target.Kind.CAS))
				.formParamMap(this::credentials), session -> ANY_FORM))
			.exec(answers::submitted), last);
	}

	/** Sends the proof that the page asks for: a code, or what a passkey has signed. */
	private ChainBuilder prove(boolean last) {
		return exec(SignOnState::sending)
			.exec(asked(http(RequestKind.LOGIN).post(SignOnSteps::action)
				.header("Connection", connection(last))
				.formParamMap(this::factor), session -> ANY_FORM))
			.exec(answers::submitted);
	}

	/** Returns the address to which the form of the last page is sent. */
	private static String action(Session session) {
		return Objects.requireNonNull(SignOnState.page(session).action());
	}

	private String connection(boolean last) {
		return last && !plan.behavior().keepConnections() ? "close" : "keep-alive";
	}

	private Map<String, Object> credentials(Session session) {
		VirtualUser virtualUser = VirtualUser.of(session);
		Map<String, Object> fields = new HashMap<>(SignOnState.page(session).fields());
		fields.putAll(target.form().extra());
		fields.put(target.form().username(), plan.people().username(virtualUser.user()));
		fields.put(target.form().password(),
				virtualUser.mistyping() ? "mistyped" : plan.people().password(virtualUser.user()));
		return fields;
	}

	private Map<String, Object> factor(Session session) {
		int user = VirtualUser.of(session).user();
		Map<String, Object> fields = new HashMap<>(SignOnState.page(session).fields());
		if (target.method() == LoginMethod.TOTP) {
			fields.put(CODE, Validations.present(user));
		}
		else {
			// The script of the page does not send the options.
			String options = String.valueOf(fields.remove(OPTIONS));
			fields.put(PASSKEY, Passkeys.assertion(user, options, origin(action(session))));
		}
		return fields;
	}

	/** Returns the origin of a page, as a browser states it (RFC 6454 6.2). */
	private static String origin(String address) {
		URI uri = URI.create(address);
		return uri.getScheme() + "://" + uri.getRawAuthority();
	}

	/** Adds the validation of the ticket, if there is one. */
	private ChainBuilder withTicket(ChainBuilder steps, boolean last) {
		return target.kind() == Target.Kind.CAS
				? steps.exec(doIf(session -> SignOnState.hasEnded(session, Step.TICKET)).then(validate(last))) : steps;
	}

	private ChainBuilder validate(boolean last) {
		return exec(SignOnState::sending).exec(http(RequestKind.VALIDATION)
			.get(session -> target.validation() + "&ticket="
					+ URLEncoder.encode(SignOnState.ticket(session).value(), StandardCharsets.UTF_8))
			.header("Connection", connection(last))
			.requestTimeout(plan.behavior().patience())
			.check(ReceivedPage.checks())
			.check(SignOnState.keepBody())).exec(answers::ticketValidated);
	}

	/** Logs out at the identity provider. */
	ChainBuilder logout() {
		return exec(SignOnState::sending)
			.exec(http(RequestKind.LOGOUT).get(target.logout().toString())
				.requestTimeout(plan.behavior().patience())
				.check(ReceivedPage.checks()))
			.exec(session -> answers.plain(session, RequestKind.LOGOUT));
	}

	/**
	 * After a failure, waits for as long as a user would, or as the server asks for.
	 * @param shortened returns the part of that pause to wait for
	 */
	ChainBuilder waitAfterFailure(UnaryOperator<Duration> shortened) {
		return doIf(session -> SignOnState.hasEnded(session, Step.FAILED))
			.then(pause(session -> shortened.apply(patience(session))));
	}

	private Duration patience(Session session) {
		return plan.behavior().honourRetryAfter() ? SignOnState.page(session).retry().orElse(MOMENT) : MOMENT;
	}

}
