package org.campanile.perf.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.result.LoadResult;
import org.campanile.saml.StatusCode;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.DecodedResponse;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.campanile.testkit.serviceprovider.UnverifiedResponseCheck;
import org.jspecify.annotations.Nullable;

/** Judges the answers of one identity provider. Thread-safe. */
public final class AnswerCheck {

	/** Peers on other machines have clocks of their own. */
	private static final Duration CLOCK_SKEW = Duration.ofSeconds(30);

	/** Peers are not judged by how long they let assertions live. */
	private static final Duration MAX_VALIDITY = Duration.ofHours(1);

	private static final String SUCCESS = "\"" + StatusCode.SUCCESS.topLevel() + "\"";

	private static final Pattern VALIDATED_USER = Pattern.compile("<cas:user>([^<]*)</cas:user>");

	private static final Pattern FAILED_VALIDATION = Pattern
		.compile("<cas:authenticationFailure code=[\"']([A-Z_]+)[\"']");

	private final ServiceProvider provider;

	private final TrustedIdentityProvider identityProvider;

	private final String userAttribute;

	private final UnverifiedResponseCheck unverified;

	AnswerCheck(ServiceProvider provider, TrustedIdentityProvider identityProvider, String userAttribute) {
		this.provider = provider;
		this.identityProvider = identityProvider;
		this.userAttribute = userAttribute;
		this.unverified = new UnverifiedResponseCheck(provider,
				userAttribute.equals(Target.NAME_ID) ? Optional.empty() : Optional.of(userAttribute));
	}

	/**
	 * Of the answers of a target.
	 * @throws IOException if metadata or keys cannot be read
	 */
	static AnswerCheck of(Target target, ServiceProvider provider) throws IOException {
		return new AnswerCheck(provider, identityProvider(target.metadata()), target.userAttribute());
	}

	/**
	 * Reads metadata.
	 * @throws IOException if it is not that of an identity provider
	 */
	static TrustedIdentityProvider identityProvider(Path metadata) throws IOException {
		try {
			return TrustedIdentityProvider.of(Files.readAllBytes(metadata));
		}
		catch (IllegalArgumentException ex) {
			throw new IOException(metadata + ": " + ex.getMessage(), ex);
		}
	}

	/**
	 * Verifies, decrypts and reads an answer, without a check of the user.
	 * @param request which it must answer
	 * @throws ResponseRejectedException if a service must not act on it
	 */
	DecodedResponse decode(String samlResponse, InResponseToCheck request) throws ResponseRejectedException {
		ResponseExpectations expected = new ResponseExpectations(identityProvider,
				provider.settings().assertionConsumerServiceUrl(), request, CLOCK_SKEW, MAX_VALIDITY, false, false);
		return provider.decode(withoutLineBreaks(samlResponse), expected);
	}

	/**
	 * Verifies, decrypts and reads an answer.
	 * @param requestId of the AuthnRequest it must answer; null if there was none
	 * @param username whose assertion it must be
	 * @return the class of failures it belongs to; empty if it is sound
	 */
	Optional<String> failure(String samlResponse, @Nullable String requestId, String username) {
		InResponseToCheck request = requestId == null ? InResponseToCheck.unsolicited()
				: InResponseToCheck.to(requestId);
		try {
			DecodedResponse response = decode(samlResponse, request);
			return response.assertion()
				.map(assertion -> userFailure(assertion, username))
				.orElseGet(() -> Optional.of(FailureClass.status(response.status())));
		}
		catch (ResponseRejectedException ex) {
			return Optional.of(FailureClass.rejected(ex.reason()));
		}
	}

	/**
	 * The same without signatures and times, in a fraction of the time, if nothing is
	 * wrong: what the cheap check does not find right is decoded wholly, which tells why.
	 */
	Optional<String> failureUnverified(String samlResponse, @Nullable String requestId, String username) {
		return unverified.isRight(samlResponse, requestId, name -> isOf(name, username)) ? Optional.empty()
				: failure(samlResponse, requestId, username);
	}

	/** The least that a response must say: that its status is success. */
	public static Optional<String> glance(String samlResponse) {
		try {
			byte[] xml = Base64.getDecoder().decode(withoutLineBreaks(samlResponse));
			return new String(xml, StandardCharsets.ISO_8859_1).contains(SUCCESS) ? Optional.empty()
					: Optional.of("saml-other");
		}
		catch (IllegalArgumentException ex) {
			return Optional.of(FailureClass.rejected(ResponseRejectedException.Reason.UNDECODABLE));
		}
	}

	/**
	 * What is wrong with the answer to a ticket.
	 * @param answer as a CAS server gives it in XML (CAS Protocol 3.0.3, 2.5.2)
	 */
	static Optional<String> validationFailure(String answer, String username) {
		Matcher failure = FAILED_VALIDATION.matcher(answer);
		if (failure.find()) {
			return Optional.of("ticket-" + failure.group(1));
		}
		Matcher user = VALIDATED_USER.matcher(answer);
		return nameFailure(user.find() ? user.group(1) : "", username);
	}

	/**
	 * Whether it is the right user.
	 * @param name as the server says; empty if it does not
	 */
	static Optional<String> nameFailure(String name, String username) {
		if (name.isEmpty()) {
			return Optional.of(FailureClass.NO_USER);
		}
		return name.equals(username) ? Optional.empty() : Optional.of(FailureClass.WRONG_USER);
	}

	/** Some identity providers break lines as MIME does. */
	private static String withoutLineBreaks(String samlResponse) {
		return samlResponse.indexOf('\n') < 0 ? samlResponse : samlResponse.replaceAll("\\s", "");
	}

	/** Whether that is the user's name, alone or with a scope. */
	static boolean isOf(String name, String username) {
		return name.startsWith(username)
				&& (name.length() == username.length() || name.charAt(username.length()) == '@');
	}

	private Optional<String> userFailure(DecodedAssertion assertion, String username) {
		List<String> names = userAttribute.equals(Target.NAME_ID) ? List.of(assertion.nameId().value())
				: assertion.values(userAttribute);
		if (names.isEmpty()) {
			return Optional.of(FailureClass.NO_USER);
		}
		boolean right = names.stream().allMatch(name -> isOf(name, username));
		return right ? Optional.empty() : Optional.of(FailureClass.WRONG_USER);
	}

	/** Names of what can go wrong, as they are counted in results. */
	public static final class FailureClass {

		/** Another user's assertion, ticket or page. */
		public static final String WRONG_USER = LoadResult.WRONG_USER;

		/** An assertion, a ticket or a page that does not name its user. */
		public static final String NO_USER = "no-user";

		/** A password that is not the user's was taken. */
		public static final String WRONG_PASSWORD_ACCEPTED = "wrong-password-accepted";

		/** No answer within the user's patience. */
		public static final String TIMEOUT = "timeout";

		/** No connection, or one that broke. */
		public static final String CONNECTION = "connection";

		/** An answer to the password alone, where a second factor is demanded. */
		public static final String NO_SECOND_FACTOR = "no-second-factor";

		/** A page without the form that is to be filled in. */
		public static final String NO_FORM = "no-form";

		/** No SAML response, ticket or page after the password was sent. */
		public static final String NO_RESPONSE = "no-response";

		/** Something else than an answer where the session should have done. */
		public static final String SESSION_LOST = "session-lost";

		/** RelayState did not come back as it was sent. */
		public static final String RELAY_STATE = "relay-state";

		/** A signature that does not verify. */
		public static final String SIGNATURE = "signature";

		private FailureClass() {
		}

		/** Of an answer that is not 200, such as {@code status-503}. */
		static String status(int status) {
			return "status-" + status;
		}

		/** Of a SAML status that is not success, such as {@code saml-AuthnFailed}. */
		static String status(StatusCode status) {
			String second = status.secondLevel();
			String code = second == null ? status.topLevel() : second;
			return "saml-" + code.substring(code.lastIndexOf(':') + 1);
		}

		/** Of a response that a service provider must not act on. */
		static String rejected(Reason reason) {
			return reason == Reason.SIGNATURE_INVALID ? SIGNATURE
					: reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
