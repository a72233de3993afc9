package org.campanile.web.sso;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.seal.Sealer;
import org.campanile.seal.Sha256;
import org.campanile.session.SessionKey;
import org.campanile.signon.Approval;
import org.campanile.signon.ApprovalCodec;
import org.campanile.signon.LoginState;
import org.campanile.signon.LoginStateCodec;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnRequestCodec;
import org.campanile.web.store.SessionProperties;

/**
 * Requests carried by the browser during a login. Nothing is stored: the request travels
 * sealed, so that any node can complete it, several tabs work side by side, and a restart
 * loses none. Thread-safe.
 * <p>
 * It is bound to the browser it came from, except in a URL for a browser that brought no
 * cookie: its first visit, or a cross-site POST (SameSite=Lax). The login form is always
 * bound to the browser that was shown the form.
 */
@Component
class LoginFlows {

	private static final String IN_URL = "flow-url";

	private static final String IN_FORM = "flow-form";

	/**
	 * The purpose of {@link #IN_FORM}, for a login that takes more than a password, or
	 * follows one on a shared computer.
	 */
	private static final String IN_STEP = "flow-step";

	private static final String IN_PASSWORD_CHANGE = "flow-password";

	private static final String AFTER_LOGIN = "flow-after-login";

	/** A request whose user is asked for an approval; in an address and in a form. */
	private static final String IN_APPROVAL = "flow-approval";

	private static final int BINDING = 16;

	private static final int SESSION = 32;

	private static final int MAX_TOKEN = 32_768;

	/**
	 * The maximum size with the attributes that were read of the user, as many as a
	 * session holds.
	 */
	private static final int MAX_STEP = 131_072;

	private final Sealer sealer;

	private final InstantSource clock;

	private final Duration timeout;

	private final SignOnRequestCodec codec = new SignOnRequestCodec();

	private final LoginStateCodec stateCodec = new LoginStateCodec();

	private final ApprovalCodec approvalCodec = new ApprovalCodec();

	LoginFlows(Sealer sealer, InstantSource clock, SessionProperties properties) {
		this.sealer = sealer;
		this.clock = clock;
		this.timeout = properties.loginTimeout();
	}

	/** The content of a token from an address. */
	sealed interface Flow {

		/** A request that can be answered. */
		record Live(SignOnRequest request) implements Flow {
		}

		/**
		 * A request for which the user has just signed in.
		 *
		 * @param session the session that began then
		 */
		record SignedIn(SignOnRequest request, SessionKey session) implements Flow {
		}

	}

	/** The content of a token from a form. */
	sealed interface FormFlow {

	}

	/** The content of a token from an address or a form that asks for an approval. */
	sealed interface ApprovalFlow extends Flow, FormFlow {

	}

	/**
	 * A request whose user is asked for an approval.
	 *
	 * @param progress how far it has come
	 * @param shown the page that the form is of; null for an address
	 */
	record Approving(SignOnRequest request, Approval.Progress progress,
			ApprovalCodec.@Nullable Shown shown) implements ApprovalFlow {
	}

	/**
	 * A form that asks for a factor.
	 *
	 * @param state how far the login has come
	 * @param kind the factor that is asked for
	 * @param challenge the challenge that the method expects back
	 * @param enrolling whether the factor is to be enrolled rather than proven
	 */
	record Asked(LoginState state, FactorKind kind, Map<String, String> challenge,
			boolean enrolling) implements FormFlow {

		Asked(LoginState state, FactorKind kind, Map<String, String> challenge) {
			this(state, kind, challenge, false);
		}

	}

	/** The content of a token from a form that changes a password. */
	sealed interface ChangeFlow {

	}

	/**
	 * A form that changes a password with which a login cannot continue.
	 *
	 * @param state how far the login has come
	 * @param loginName the username whose password was proven
	 * @param reason the problem with that password
	 */
	record Changing(LoginState state, String loginName, Verdict.Reason reason) implements ChangeFlow {
	}

	/**
	 * A genuine request that has expired or is bound to another browser. Used only to
	 * show where the user can start again.
	 */
	record Stale(SignOnRequest request, boolean otherBrowser) implements ApprovalFlow, ChangeFlow {
	}

	/** The text was not sealed by this server. */
	record Unreadable() implements ApprovalFlow, ChangeFlow {
	}

	/** Seals the request for a URL that any browser may open. */
	String forUrl(SignOnRequest request) {
		return sealer.sealToken(IN_URL, "", codec.write(request));
	}

	/** Seals the request for a URL that is valid in one browser. */
	String forUrl(SignOnRequest request, String browserId) {
		return sealer.sealToken(IN_URL, "", codec.write(request, binding(browserId)));
	}

	/**
	 * Seals the request for the URL that continues to the service after a login, in the
	 * browser and the session of that login.
	 * @param session the session that began with it
	 */
	String forUrlAfterLogin(SignOnRequest request, SessionKey session, String browserId) {
		byte[] key = HexFormat.of().parseHex(session.value());
		byte[] body = codec.write(request, binding(browserId));
		return sealer.sealToken(AFTER_LOGIN, "",
				ByteBuffer.allocate(key.length + body.length).put(key).put(body).array());
	}

	/** Seals a page that asks for an approval, for one browser. */
	String forApproval(Approving approving, String browserId) {
		return sealer.sealToken(IN_APPROVAL, "", approvalCodec.write(new ApprovalCodec.Travelling(approving.request(),
				approving.progress(), approving.shown(), binding(browserId))));
	}

	/** Seals a login for a form that is valid in one browser. */
	String forForm(Asked asked, String browserId) {
		LoginState state = asked.state();
		if (!isPasswordAlone(asked)) {
			return sealer.sealToken(IN_STEP, "",
					stateCodec.write(state, asked.kind(), asked.challenge(), asked.enrolling(), binding(browserId)));
		}
		byte[] name = state.fixedLoginName().getBytes(StandardCharsets.UTF_8);
		byte[] body = codec.write(state.request(), state.fixedPrincipal());
		byte[] bound = ByteBuffer.allocate(BINDING + Short.BYTES + name.length + body.length)
			.put(binding(browserId))
			.putShort((short) name.length)
			.put(name)
			.put(body)
			.array();
		return sealer.sealToken(IN_FORM, "", bound);
	}

	/** Seals a login for a form that changes a password and is valid in one browser. */
	String forPasswordChange(Changing changing, String browserId) {
		return sealer.sealToken(IN_PASSWORD_CHANGE, "", stateCodec.write(changing.state(), FactorKind.PASSWORD,
				Map.of("name", changing.loginName(), "reason", changing.reason().name()), false, binding(browserId)));
	}

	/**
	 * Whether versions that know no other factor can finish the login, and nothing is
	 * lost.
	 */
	private static boolean isPasswordAlone(Asked asked) {
		return asked.kind().equals(FactorKind.PASSWORD) && asked.challenge().isEmpty() && asked.state().user().isEmpty()
				&& asked.state().session().isEmpty() && !asked.state().sharedComputer();
	}

	/**
	 * @param browserIds of the browser that brings it
	 */
	Flow fromUrl(String token, List<String> browserIds) {
		// The most frequent purpose comes first: opening a seal of another purpose costs
		// an exception.
		Optional<byte[]> request = open(IN_URL, token);
		if (request.isPresent()) {
			return read(request.get(), browserIds);
		}
		Optional<byte[]> afterLogin = open(AFTER_LOGIN, token);
		if (afterLogin.isPresent()) {
			ByteBuffer bytes = ByteBuffer.wrap(afterLogin.get());
			SessionKey session = SessionKey.of(next(bytes, SESSION));
			Flow read = read(next(bytes, bytes.remaining()), browserIds);
			return read instanceof Flow.Live live ? new Flow.SignedIn(live.request(), session) : read;
		}
		return approval(token, false, browserIds);
	}

	private Flow read(byte[] body, List<String> browserIds) {
		Optional<SignOnRequestCodec.Travelling> read = codec.read(body);
		if (read.isEmpty()) {
			return new Unreadable();
		}
		SignOnRequest request = read.get().request();
		boolean otherBrowser = read.get().browser().length > 0 && !isOf(browserIds, read.get().browser());
		return isStale(request, otherBrowser) ? new Stale(request, otherBrowser) : new Flow.Live(request.repeatable());
	}

	FormFlow fromForm(String token, List<String> browserIds) {
		// The purposes are tried like those of an address, the most frequent first.
		Optional<byte[]> password = open(IN_FORM, token);
		if (password.isPresent()) {
			return passwordAlone(password.get(), browserIds);
		}
		Optional<byte[]> step = token.length() > MAX_STEP ? Optional.empty() : sealer.openToken(IN_STEP, "", token);
		if (step.isPresent()) {
			return stateCodec.read(step.get())
				.map(read -> judge(new Asked(read.state(), read.kind(), read.challenge(), read.enrolling()),
						read.browser(), browserIds))
				.orElseGet(Unreadable::new);
		}
		return approval(token, true, browserIds);
	}

	/**
	 * Reads a form with a password alone; sealed by this server, so it needs no
	 * validation.
	 */
	private FormFlow passwordAlone(byte[] opened, List<String> browserIds) {
		ByteBuffer bytes = ByteBuffer.wrap(opened);
		byte[] browser = next(bytes, BINDING);
		String fixedLoginName = new String(next(bytes, bytes.getShort()), StandardCharsets.UTF_8);
		return codec.read(next(bytes, bytes.remaining()))
			.map(read -> judge(new Asked(LoginState.begin(read.request(), fixedLoginName, read.principal()),
					FactorKind.PASSWORD, Map.of()), browser, browserIds))
			.orElseGet(Unreadable::new);
	}

	private ApprovalFlow approval(String token, boolean form, List<String> browserIds) {
		return open(IN_APPROVAL, token).flatMap(approvalCodec::read)
			.filter(read -> (read.shown() != null) == form)
			.<ApprovalFlow>map(read -> {
				boolean otherBrowser = !isOf(browserIds, read.browser());
				return isStale(read.request(), otherBrowser) ? new Stale(read.request(), otherBrowser)
						: new Approving(read.request().repeatable(), read.progress(), read.shown());
			})
			.orElseGet(Unreadable::new);
	}

	/**
	 * @param browserIds of the browser that brings it
	 */
	ChangeFlow fromPasswordChange(String token, List<String> browserIds) {
		return Optional.of(token)
			.filter(text -> text.length() <= MAX_STEP)
			.flatMap(text -> sealer.openToken(IN_PASSWORD_CHANGE, "", text))
			.flatMap(stateCodec::read)
			.flatMap(read -> reason(read.challenge().getOrDefault("reason", "")).<ChangeFlow>map(reason -> {
				SignOnRequest request = read.state().request();
				boolean otherBrowser = !isOf(browserIds, read.browser());
				return isStale(request, otherBrowser) ? new Stale(request, otherBrowser) : new Changing(
						read.state().to(request.repeatable()), read.challenge().getOrDefault("name", ""), reason);
			}))
			.orElseGet(Unreadable::new);
	}

	/** Returns the reason of a name; empty if only another version knows it. */
	private static Optional<Verdict.Reason> reason(String name) {
		return Arrays.stream(Verdict.Reason.values()).filter(reason -> reason.name().equals(name)).findFirst();
	}

	private FormFlow judge(Asked asked, byte[] browser, List<String> browserIds) {
		SignOnRequest request = asked.state().request();
		boolean otherBrowser = !isOf(browserIds, browser);
		return isStale(request, otherBrowser) ? new Stale(request, otherBrowser)
				: new Asked(asked.state().to(request.repeatable()), asked.kind(), asked.challenge(), asked.enrolling());
	}

	private static boolean isOf(List<String> browserIds, byte[] bound) {
		return browserIds.stream().anyMatch(id -> MessageDigest.isEqual(binding(id), bound));
	}

	private static byte[] next(ByteBuffer bytes, int length) {
		byte[] part = new byte[length];
		bytes.get(part);
		return part;
	}

	private boolean isStale(SignOnRequest request, boolean otherBrowser) {
		return otherBrowser || !clock.instant().isBefore(request.receivedAt().plus(timeout));
	}

	private static byte[] binding(String browserId) {
		return Arrays.copyOf(Sha256.of(browserId), BINDING);
	}

	private Optional<byte[]> open(String purpose, String token) {
		return token.length() > MAX_TOKEN ? Optional.empty() : sealer.openToken(purpose, "", token);
	}

}
