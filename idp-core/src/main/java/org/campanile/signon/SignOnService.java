package org.campanile.signon;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.access.AccessPolicy;
import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.protocol.Handle;
import org.campanile.release.ReleasePolicy;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.Service;
import org.campanile.service.ServiceCatalog;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionPolicy;
import org.campanile.session.Sessions;
import org.campanile.session.Sessions.NewSession;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;

/**
 * The use case: a user on the way to a service is signed on, asked to sign in, or the
 * request is refused. Independent of protocols. Thread-safe.
 * <p>
 * A login writes to the session store once; single sign-on to a known service reads once,
 * to a new one reads and writes once. The read is the caller's, who looks the session up
 * by the browser's cookie. A persistent identifier that is stored costs one more read of
 * its own store, and one write the first time.
 */
public final class SignOnService {

	private static final Logger logger = LoggerFactory.getLogger(SignOnService.class);

	private final SessionAttributes attributes;

	private final Supplier<Rules> rules;

	private final SignOnProtocols protocols;

	private final SignOnSteps steps;

	private final AccessSteps accessSteps;

	private final RequiredLogin requiredLogin;

	private final Sessions sessions;

	private final SignOnRecorder recorder;

	private final SessionPolicy sessionPolicy;

	private final StageTimers timers;

	private final Approvals approvals;

	/**
	 * The rules that may be reconfigured while the server runs. A sign-on uses one
	 * version from beginning to end.
	 *
	 * @param services with their local settings
	 * @param release what they get
	 * @param access who may use them
	 * @param address the address of the client whose sign-on it is
	 */
	public record Rules(ServiceCatalog services, ReleasePolicy release, AccessPolicy access, String address) {
	}

	/**
	 * @param rules the current ones, read once for each sign-on
	 * @param protocols each of another name
	 * @param steps knows the classes that this server can state
	 * @param approvals what users are asked before a service is answered, in that order
	 */
	public SignOnService(Supplier<Rules> rules, AttributeResolver resolver,
			Collection<? extends SignOnProtocol> protocols, SignOnSteps steps, Sessions sessions,
			SessionPolicy sessionPolicy, InstantSource clock, StageTimers timers, List<? extends Approval> approvals) {
		this.approvals = new Approvals(approvals);
		this.rules = rules;
		this.attributes = new SessionAttributes(resolver, sessions, sessionPolicy, clock, timers);
		this.protocols = SignOnProtocols.of(protocols);
		this.steps = steps;
		this.accessSteps = new AccessSteps(steps, clock);
		this.requiredLogin = new RequiredLogin(steps, clock);
		this.sessions = sessions;
		this.recorder = new SignOnRecorder(sessions, clock, timers);
		this.sessionPolicy = sessionPolicy;
		this.timers = timers;
	}

	/**
	 * The result of a login.
	 *
	 * @param begun the new session; empty if it could not be stored and the policy
	 * permits the sign-on without one
	 * @param outcome what the service is answered
	 */
	public record LoginResult(Optional<NewSession> begun, SignOnOutcome outcome) {

		/** The value of the new session's cookie; empty if there is none. */
		public String token() {
			return begun.map(NewSession::token).orElse("");
		}

	}

	/**
	 * Answers a request with the session the browser brought, if it brought one.
	 * @throws StoreUnavailableException if the sign-on could not be recorded and the
	 * policy refuses to go on without, or the user's stored identifier could not be read
	 * @throws ServiceGoneException if the service is no longer known, or no longer has
	 * that response URL
	 */
	public SignOnOutcome begin(SignOnRequest request, Optional<SsoSession> session)
			throws StoreUnavailableException, ServiceGoneException {
		return answer(request, session, Way.anew(request, sessionPolicy.refuseUntracked()));
	}

	/**
	 * Signs on like {@link #begin}, for a request that is retried if the sign-on is not
	 * recorded, whatever the policy.
	 */
	public SignOnOutcome attempt(SignOnRequest request, Optional<SsoSession> session)
			throws StoreUnavailableException, ServiceGoneException {
		return answer(request, session, Way.anew(request, true));
	}

	/**
	 * Signs on like {@link #begin}, for a user who has signed in for this very request
	 * and was shown a page in between: a request that forces authentication is answered
	 * only from the session that began then.
	 * @param begun the session that began with the login for this request
	 */
	public SignOnOutcome resume(SignOnRequest request, SessionKey begun, Optional<SsoSession> session)
			throws StoreUnavailableException, ServiceGoneException {
		boolean same = session.filter(current -> current.key().equals(begun)).isPresent();
		return answer(request, session,
				new Way(request.demand().force() && !same, same && steps.identified(request, session.get().factors()),
						sessionPolicy.refuseUntracked(), Approval.Decisions.NONE));
	}

	/**
	 * Signs on like {@link #resume(SignOnRequest, SessionKey, Optional)}, for a user who
	 * was asked something: the decision counts only in the session in which the user was
	 * asked.
	 */
	public SignOnOutcome resume(SignOnRequest request, Approval.Progress progress, Optional<SsoSession> session)
			throws StoreUnavailableException, ServiceGoneException {
		boolean same = session.filter(current -> current.key().equals(progress.session())).isPresent();
		boolean newLogin = same && progress.newLogin();
		return answer(request, session, new Way(request.demand().force() && !newLogin, newLogin,
				sessionPolicy.refuseUntracked(), same ? progress.decisions() : Approval.Decisions.NONE));
	}

	/**
	 * @param forced whether the user must authenticate, whatever the session
	 * @param newLogin whether the user was identified for the request
	 * @param refuseUntracked whether a sign-on that cannot be recorded is refused
	 * @param decisions what the user has decided for the request
	 */
	private record Way(boolean forced, boolean newLogin, boolean refuseUntracked, Approval.Decisions decisions) {

		static Way anew(SignOnRequest request, boolean refuseUntracked) {
			return new Way(request.demand().force(), false, refuseUntracked, Approval.Decisions.NONE);
		}

	}

	private SignOnOutcome answer(SignOnRequest request, Optional<SsoSession> session, Way way)
			throws StoreUnavailableException, ServiceGoneException {
		Rules current = rules.get();
		Service service = protocols.service(request, current.services());
		if (!steps.reachable(request)) {
			return new SignOnOutcome.Refused(Refusal.NO_AUTHN_CONTEXT);
		}
		if (session.isEmpty()) {
			return requiredLogin.anew(request);
		}
		SsoSession known = steps.lasting(session.get());
		Optional<SignOnProtocol.CheckedPage> page = protocols.of(request).checkedPage(request);
		LoginState stepUp = LoginState.stepUp(request, known);
		// The login is required however recent the session is, as that may have begun for
		// another request; except if the rule of the page that demands recent factors
		// spares users who have none.
		if (way.forced() && page
			.filter(asked -> accessSteps.spares(request, service, known, current.access(), current.address(), asked))
			.isEmpty()) {
			return requiredLogin.of(request, SignOnOutcome.LoginRequired.Reason.FORCED, stepUp.anew());
		}
		Optional<AuthnContexts.Stated> authn = steps.stated(stepUp);
		if (authn.isEmpty() && page.isEmpty()) {
			return requiredLogin.of(request, SignOnOutcome.LoginRequired.Reason.STRONGER_AUTHENTICATION, stepUp);
		}
		Optional<SessionAttributes.Refreshed> refreshed = attributes.refreshed(session.get(), known.factors());
		if (refreshed.isEmpty()) {
			return requiredLogin.anew(request);
		}
		SignOnOutcome outcome = decide(request, service, current, refreshed.get(), authn, way);
		if (!(outcome instanceof SignOnOutcome.Granted granted)) {
			return outcome;
		}
		Optional<SignOnOutcome.Granted> recorded = recorder.record(request, granted, way.refuseUntracked());
		return recorded.isPresent() ? recorded.get() : requiredLogin.anew(request);
	}

	/**
	 * @param stated empty if the session does not satisfy the request, unless a rule of
	 * the page that it is for spares the user
	 */
	private SignOnOutcome decide(SignOnRequest request, Service service, Rules current,
			SessionAttributes.Refreshed refreshed, Optional<AuthnContexts.Stated> stated, Way way)
			throws StoreUnavailableException {
		SsoSession session = refreshed.session();
		Optional<SignOnOutcome> barred = barred(request, service, current, session);
		if (barred.isPresent()) {
			return barred.get();
		}
		SignOnProtocol protocol = protocols.of(request);
		Optional<AuthnContexts.Stated> authn = stated;
		Set<String> spared = Set.of();
		Optional<SignOnProtocol.CheckedPage> page = protocol.checkedPage(request);
		if (page.isPresent()) {
			AccessSteps.Next next = accessSteps.onTheWay(request, service, session, current.access(), current.address(),
					page.get());
			spared = next.spared();
			authn = stated.or(() -> steps.stated(next.state()));
			if (authn.isEmpty()) {
				return requiredLogin.of(next.state().request(),
						SignOnOutcome.LoginRequired.Reason.STRONGER_AUTHENTICATION, next.state(), next.step());
			}
		}
		ReleasedAttributes released = protocol.carried(service, timers.time(Stage.RELEASE,
				() -> current.release().release(session.attributes(), service, protocol.requested(request, service))));
		Optional<Handle> handle = protocol.handle(request, service, session, released);
		if (handle.isEmpty()) {
			return new SignOnOutcome.Refused(Refusal.NO_HANDLE);
		}
		return approvals.check(request,
				new SignOnOutcome.Granted(service, session, handle.get(), released, authn.orElseThrow(), way.newLogin(),
						SignOnOutcome.Granted.Tracking.RECORDED, refreshed.unavailable(), spared),
				current.address(), way.decisions());
	}

	/** Returns the outcome of a sign-on that the access rules do not permit. */
	private Optional<SignOnOutcome> barred(SignOnRequest request, Service service, Rules current, SsoSession session) {
		if (service.decidedByPage()) {
			return Optional.empty();
		}
		return requiredLogin.barred(request, session,
				accessSteps.decide(request, service, session, current.access(), current.address()));
	}

	/**
	 * Returns the session with attributes as recent as at single sign-on, for uses of the
	 * session without a sign-on.
	 * @return empty if the directory no longer knows the user, or the session has ended
	 */
	public Optional<SsoSession> current(SsoSession session) {
		// The refreshed session is stored with all proven factors.
		return attributes.refreshed(session).map(refreshed -> steps.lasting(refreshed.session()));
	}

	/**
	 * Whether the access rules permit a request now, for the user of a session that may
	 * have begun on the way to another service, even if it was refused there.
	 * @throws ServiceGoneException if the service is not known
	 */
	public boolean permits(SignOnRequest request, SsoSession session) throws ServiceGoneException {
		Rules current = rules.get();
		Service service = protocols.service(request, current.services());
		return barred(request, service, current, steps.lasting(session)).isEmpty();
	}

	/**
	 * A login and the step that follows.
	 *
	 * @param state with what the access rules demand beyond the request
	 * @param step what is to be done next
	 */
	public record Progress(LoginState state, SignOnSteps.Step step) {
	}

	/**
	 * Returns the next step of a login after a factor. If the factor has read the user's
	 * entry, the attributes are resolved now, as at the end of a login with that factor
	 * alone, and kept for the end; the access rules decide whether more must be proven.
	 * In a step-up they examine the session, which is read if the user lacks what is
	 * demanded.
	 * @param putOff whether the user would rather not enrol a factor now
	 * @throws SourceUnavailableException if a source of attributes did not answer without
	 * which logins are refused
	 * @throws StoreUnavailableException if the session could not be read
	 */
	public Progress proceed(LoginState state, boolean putOff)
			throws SourceUnavailableException, StoreUnavailableException {
		LoginState read = state.user().flatMap(AuthenticatedUser::entry).isEmpty() ? state
				: state.with(attributes.read(state));
		Rules current = rules.get();
		Optional<? extends Service> service = current.services()
			.find(read.request().protocol(), read.request().service());
		Optional<ResolvedAttributes> known = read.read().map(done -> done.resolved().attributes());
		if (known.isEmpty() || service.isEmpty()) {
			SignOnSteps.Step step = steps.next(read);
			if (service.isPresent() && read.session().isPresent()
					&& (step instanceof SignOnSteps.Step.Enrol || step instanceof SignOnSteps.Step.Refuse)) {
				known = sessions.peek(read.session().get()).map(SsoSession::attributes);
			}
			if (known.isEmpty() || service.isEmpty()) {
				return new Progress(read, step);
			}
		}
		AccessSteps.Next next = accessSteps.next(read, service.get(), known.get(), current.access(), current.address(),
				protocols.of(read.request()).checkedPage(read.request()), putOff);
		return new Progress(next.state(), next.step());
	}

	/**
	 * Answers a request for a user who has just proven the last factor: begins the
	 * session, decides, stores the session with the service in it, in one write, and ends
	 * the previous one. A step-up whose session is no longer the browser's, or ends
	 * meanwhile, must begin anew; a step-up in which the user has not been identified
	 * again lasts no longer than that session would have.
	 * @param state with the user
	 * @param previous the session the browser had until now
	 * @param sharedComputer whether the user said so
	 * @throws StoreUnavailableException if the session could not be stored and the policy
	 * does not go on without, or the user's stored identifier could not be read
	 * @throws ServiceGoneException if the service is no longer known, or no longer has
	 * that response URL
	 * @throws SourceUnavailableException if a source of attributes did not answer without
	 * which logins are refused
	 */
	public LoginResult login(LoginState state, Optional<SsoSession> previous, boolean sharedComputer)
			throws StoreUnavailableException, ServiceGoneException, SourceUnavailableException {
		Rules current = rules.get();
		SignOnRequest request = state.request();
		AuthenticatedUser user = state.user().orElseThrow();
		Service service = protocols.service(request, current.services());
		Optional<SsoSession> raised = previous
			.filter(session -> state.session().filter(session.key()::equals).isPresent());
		if (state.session().isPresent() && raised.isEmpty()) {
			return new LoginResult(Optional.empty(), requiredLogin.anew(request));
		}
		Optional<LoginState.Read> read = attributes.read(state, raised);
		if (read.isEmpty()) {
			// The audit line names the user.
			logger.warn("A user who proved {} is no longer known to any source of attributes",
					user.factors().stream().map(Factor::kind).toList());
			previous.ifPresent(sessions::endLater);
			return new LoginResult(Optional.empty(), new SignOnOutcome.Refused(Refusal.REQUEST_DENIED));
		}
		AttributeResolver.Resolved resolved = read.get().resolved();
		NewSession begun = sessions.begin(user, resolved.attributes(), previous);
		SsoSession session = begun.session()
			.withAttributes(resolved.attributes(), read.get().at().truncatedTo(ChronoUnit.MILLIS))
			.withSharedComputer(sharedComputer);
		// A factor that identifies nobody must not prolong a login without end.
		session = raised.filter(older -> !steps.identified(state, older)).map(session::endingWith).orElse(session);
		boolean newLogin = raised.isEmpty() || steps.identified(request, state.proven());
		Optional<AuthnContexts.Stated> authn = steps.stated(state);
		SignOnOutcome outcome = authn.isEmpty() ? new SignOnOutcome.Refused(Refusal.FACTOR_MISSING)
				: decide(request, service, current, new SessionAttributes.Refreshed(session, resolved.unavailable()),
						authn, new Way(false, newLogin, sessionPolicy.refuseUntracked(), Approval.Decisions.NONE));
		SsoSession toStore = resolved.unavailable().isEmpty() ? session : attributes.stale(session);
		if (outcome instanceof SignOnOutcome.Granted granted) {
			toStore = recorder.with(toStore, granted);
		}
		try {
			recorder.store(toStore);
		}
		catch (StoreUnavailableException ex) {
			// A user without a session cannot come back with a decision.
			if (!sessionPolicy.allowUnstored() || outcome instanceof SignOnOutcome.Pending) {
				throw ex;
			}
			logger.warn("A session could not be stored, the sign-on to {} goes on without: {}", request.service(),
					ex.getMessage());
			previous.ifPresent(last -> recorder.end(last, outcome));
			return new LoginResult(Optional.empty(), outcome instanceof SignOnOutcome.Granted granted
					? granted.with(SignOnOutcome.Granted.Tracking.NO_SESSION) : outcome);
		}
		if (previous.isPresent() && !recorder.replace(previous.get(), toStore, raised.isPresent())) {
			return new LoginResult(Optional.empty(), requiredLogin.anew(request));
		}
		return new LoginResult(Optional.of(begun), outcome);
	}

}
