package org.campanile.web.sso;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

import org.springframework.stereotype.Component;

import org.campanile.seal.Sealer;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.SignOnRequestCodec;
import org.campanile.web.config.SessionProperties;

/**
 * Requests on their way through the browser while a person signs in. Nothing is stored:
 * the request travels sealed, so that any node can finish it, several tabs can, and a
 * restart loses none. Thread-safe.
 * <p>
 * In a URL it is bound to nobody, as the service's own request was; in the login form it
 * is bound to the browser that was shown the form.
 */
@Component
class LoginFlows {

	private static final String IN_URL = "flow-url";

	private static final String IN_FORM = "flow-form";

	private static final int BINDING = 16;

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

		/**
		 * A request that can be answered.
		 *
		 * @param fixedLoginName the one username the form may be sent with; empty for any
		 */
		record Live(SignOnRequest request, String fixedLoginName) implements Flow {
		}

		/**
		 * A request that was once ours: too old, or shown to another browser. Good only
		 * to say where to start again.
		 */
		record Stale(SignOnRequest request, boolean otherBrowser) implements Flow {
		}

		/** Nothing of ours. */
		record Unreadable() implements Flow {
		}

	}

	String forUrl(SignOnRequest request) {
		return encode(sealer.seal(IN_URL, "", codec.write(request)));
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
		return encode(sealer.seal(IN_FORM, "", bound));
	}

	Flow fromUrl(String token) {
		return decode(token).flatMap(sealed -> sealer.open(IN_URL, "", sealed))
			.flatMap(codec::read)
			.map(request -> judge(request, "", false))
			.orElseGet(Flow.Unreadable::new);
	}

	Flow fromForm(String token, String browserId) {
		Optional<byte[]> opened = decode(token).flatMap(sealed -> sealer.open(IN_FORM, "", sealed));
		if (opened.isEmpty()) {
			return new Flow.Unreadable();
		}
		// Nobody but us could have sealed it, so its form needs no doubt.
		ByteBuffer octets = ByteBuffer.wrap(opened.get());
		boolean otherBrowser = !MessageDigest.isEqual(binding(browserId), next(octets, BINDING));
		String fixedLoginName = new String(next(octets, octets.getShort()), StandardCharsets.UTF_8);
		return codec.read(next(octets, octets.remaining()))
			.map(request -> judge(request, fixedLoginName, otherBrowser))
			.orElseGet(Flow.Unreadable::new);
	}

	private static byte[] next(ByteBuffer octets, int length) {
		byte[] part = new byte[length];
		octets.get(part);
		return part;
	}

	private Flow judge(SignOnRequest request, String fixedLoginName, boolean otherBrowser) {
		boolean expired = !clock.instant().isBefore(request.receivedAt().plus(timeout));
		return expired || otherBrowser ? new Flow.Stale(request, otherBrowser) : new Flow.Live(request, fixedLoginName);
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

	private static String encode(byte[] octets) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
	}

	private static Optional<byte[]> decode(String token) {
		if (token.length() > MAX_TOKEN) {
			return Optional.empty();
		}
		try {
			return Optional.of(Base64.getUrlDecoder().decode(token));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
