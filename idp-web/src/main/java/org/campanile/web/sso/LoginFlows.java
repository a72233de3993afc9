package org.campanile.web.sso;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

import org.springframework.stereotype.Component;

import org.campanile.seal.Sealer;
import org.campanile.session.SessionKey;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnRequestCodec;
import org.campanile.web.config.SessionProperties;

/**
 * Requests on their way through the browser while a person signs in. Nothing is stored:
 * the request travels sealed, so that any node can finish it, several tabs can, and a
 * restart loses none. Thread-safe.
 * <p>
 * It is bound to the browser it came from, except in a URL for a browser that brought no
 * cookie: its first visit, or a cross-site POST (SameSite=Lax). The login form is always
 * bound to the browser that was shown the form.
 */
@Component
class LoginFlows {

	private static final String IN_URL = "flow-url";

	private static final String IN_FORM = "flow-form";

	private static final String AFTER_LOGIN = "flow-after-login";

	private static final int BINDING = 16;

	private static final int SESSION = 32;

	private static final int MAX_TOKEN = 32_768;

	private final Sealer sealer;

	private final InstantSource clock;

	private final Duration timeout;

	private final SignOnRequestCodec codec = new SignOnRequestCodec();

	LoginFlows(Sealer sealer, InstantSource clock, SessionProperties properties) {
		this.sealer = sealer;
		this.clock = clock;
		this.timeout = properties.loginTimeout();
	}

	/** What a token turns out to be. */
	sealed interface Flow {

		/** What the token of a form can be. */
		sealed interface OfForm extends Flow {

		}

		/**
		 * A request that can be answered.
		 *
		 * @param fixedLoginName the one username the form may be sent with; empty for any
		 */
		record Live(SignOnRequest request, String fixedLoginName) implements OfForm {
		}

		/**
		 * A request for which the person has just signed in.
		 *
		 * @param session the session that began then
		 */
		record SignedIn(SignOnRequest request, SessionKey session) implements Flow {
		}

		/**
		 * A request that was once ours: too old, or shown to another browser. Good only
		 * to say where to start again.
		 */
		record Stale(SignOnRequest request, boolean otherBrowser) implements OfForm {
		}

		/** Nothing of ours. */
		record Unreadable() implements OfForm {
		}

	}

	/** For a URL that any browser may open. */
	String forUrl(SignOnRequest request) {
		return sealer.sealToken(IN_URL, "", codec.write(request));
	}

	/** For a URL that is good in one browser. */
	String forUrl(SignOnRequest request, String browserId) {
		return sealer.sealToken(IN_URL, "", codec.write(request, binding(browserId)));
	}

	/**
	 * For the URL that goes on to the service after a login, in the browser and the
	 * session of that login.
	 * @param session the session that began with it
	 */
	String forUrlAfterLogin(SignOnRequest request, SessionKey session, String browserId) {
		byte[] key = HexFormat.of().parseHex(session.value());
		byte[] body = codec.write(request, binding(browserId));
		return sealer.sealToken(AFTER_LOGIN, "", ByteBuffer.allocate(key.length + body.length).put(key).put(body).array());
	}

	/**
	 * @param fixedLoginName the one username the form may be sent with; empty for any
	 */
	String forForm(SignOnRequest request, String fixedLoginName, String browserId) {
		byte[] name = fixedLoginName.getBytes(StandardCharsets.UTF_8);
		byte[] body = codec.write(request);
		byte[] bound = ByteBuffer.allocate(BINDING + Short.BYTES + name.length + body.length)
			.put(binding(browserId))
			.putShort((short) name.length)
			.put(name)
			.put(body)
			.array();
		return sealer.sealToken(IN_FORM, "", bound);
	}

	/**
	 * @param browserId of the browser that brings it; empty if that has none
	 */
	Flow fromUrl(String token, Optional<String> browserId) {
		Optional<byte[]> afterLogin = open(AFTER_LOGIN, token);
		if (afterLogin.isPresent()) {
			ByteBuffer bytes = ByteBuffer.wrap(afterLogin.get());
			SessionKey session = SessionKey.of(next(bytes, SESSION));
			Flow.OfForm read = read(next(bytes, bytes.remaining()), browserId);
			return read instanceof Flow.Live live ? new Flow.SignedIn(live.request(), session) : read;
		}
		return open(IN_URL, token).map(body -> read(body, browserId)).orElseGet(Flow.Unreadable::new);
	}

	private Flow.OfForm read(byte[] body, Optional<String> browserId) {
		return codec.read(body)
			.map(read -> judge(read.request(), "", read.browser().length > 0 && !isOf(browserId, read.browser())))
			.orElseGet(Flow.Unreadable::new);
	}

	Flow.OfForm fromForm(String token, String browserId) {
		Optional<byte[]> opened = open(IN_FORM, token);
		if (opened.isEmpty()) {
			return new Flow.Unreadable();
		}
		// Nobody but us could have sealed it, so its form needs no doubt.
		ByteBuffer bytes = ByteBuffer.wrap(opened.get());
		boolean otherBrowser = !isOf(Optional.of(browserId), next(bytes, BINDING));
		String fixedLoginName = new String(next(bytes, bytes.getShort()), StandardCharsets.UTF_8);
		return codec.read(next(bytes, bytes.remaining()))
			.map(read -> judge(read.request(), fixedLoginName, otherBrowser))
			.orElseGet(Flow.Unreadable::new);
	}

	private static boolean isOf(Optional<String> browserId, byte[] bound) {
		return browserId.filter(id -> MessageDigest.isEqual(binding(id), bound)).isPresent();
	}

	private static byte[] next(ByteBuffer bytes, int length) {
		byte[] part = new byte[length];
		bytes.get(part);
		return part;
	}

	private Flow.OfForm judge(SignOnRequest request, String fixedLoginName, boolean otherBrowser) {
		boolean expired = !clock.instant().isBefore(request.receivedAt().plus(timeout));
		return expired || otherBrowser ? new Flow.Stale(request, otherBrowser)
				: new Flow.Live(request.repeatable(), fixedLoginName);
	}

	private static byte[] binding(String browserId) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(browserId.getBytes(StandardCharsets.UTF_8));
			return Arrays.copyOf(hash, BINDING);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every JDK has SHA-256", ex);
		}
	}

	private Optional<byte[]> open(String purpose, String token) {
		return token.length() > MAX_TOKEN ? Optional.empty() : sealer.openToken(purpose, "", token);
	}

}
