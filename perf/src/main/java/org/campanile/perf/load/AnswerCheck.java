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

	/** The tolerated clock skew; peers on other machines have clocks of their own. */
	private static final Duration CLOCK_SKEW = Duration.ofSeconds(30);

	/** The longest accepted validity; peers are not judged by theirs. */
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
	 * Creates the check for the answers of a target.
	 * @throws IOException if metadata or keys cannot be read
	 */
	static AnswerCheck of(Target target, ServiceProvider provider) throws IOException {
		return new AnswerCheck(provider, identityProvider(target.metadata()), target.userAttribute());
	}

	/**
	 * Reads the metadata of an identity provider.
	 * @throws IOException if it is not metadata of an identity provider
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
	 * Verifies, decrypts and reads an answer, without checking the user.
	 * @param request the request that it must answer
	 * @throws ResponseRejectedException if a service must reject it
	 */
	DecodedResponse decode(String samlResponse, InResponseToCheck request) throws ResponseRejectedException {
		ResponseExpectations expected = new ResponseExpectations(identityProvider,
				provider.settings().assertionConsumerServiceUrl(), request, CLOCK_SKEW, MAX_VALIDITY, false, false);
		return provider.decode(withoutLineBreaks(samlResponse), expected);
	}

	/**
	 * Verifies, decrypts and reads an answer.
	 * @param requestId id of the AuthnRequest that it must answer; null if there was none
	 * @param username login name of the user it must be about
	 * @return its class of failure; empty if it is sound
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
	 * Checks an answer without signatures and times, which takes a fraction of the time.
	 * If this cheap check finds a fault, the answer is checked completely to find the
	 * reason.
	 */
	Optional<String> failureUnverified(String samlResponse, @Nullable String requestId, String username) {
		return unverified.isRight(samlResponse, requestId, name -> isOf(name, username)) ? Optional.empty()
				: failure(samlResponse, requestId, username);
	}

	/** Checks only that the status of a response is success. */
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
	 * Returns what is wrong with the answer to the validation of a ticket.
	 * @param answer in the XML of a CAS server (CAS Protocol 3.0.3, 2.5.2)
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
	 * Checks that a name is that of the user.
	 * @param name the name in the answer; empty if there is none
	 */
	static Optional<String> nameFailure(String name, String username) {
		if (name.isEmpty()) {
			return Optional.of(FailureClass.NO_USER);
		}
		return name.equals(username) ? Optional.empty() : Optional.of(FailureClass.WRONG_USER);
	}

	/** Removes line breaks, which some identity providers insert as MIME does. */
	private static String withoutLineBreaks(String samlResponse) {
		return samlResponse.indexOf('\n') < 0 ? samlResponse : samlResponse.replaceAll("\\s", "");
	}

	/** Whether the name is the user's, alone or with a scope. */
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

	/** Names of the classes of failures, as they are counted in results. */
	public static final class FailureClass {

		/** An assertion, ticket or page for another user. */
		public static final String WRONG_USER = LoadResult.WRONG_USER;

		/** An assertion, a ticket or a page that does not name its user. */
		public static final String NO_USER = "no-user";

		/** A wrong password that the server accepted. */
		public static final String WRONG_PASSWORD_ACCEPTED = "wrong-password-accepted";

		/** No answer within the user's patience. */
		public static final String TIMEOUT = "timeout";

		/** No connection, or one that broke. */
		public static final String CONNECTION = "connection";

		/** An answer after the password alone, although a second factor is required. */
		public static final String NO_SECOND_FACTOR = "no-second-factor";

		/** A page without the expected form. */
		public static final String NO_FORM = "no-form";

		/** No SAML response, ticket or page after the password was sent. */
		public static final String NO_RESPONSE = "no-response";

		/** Something other than an answer, although the user has a session. */
		public static final String SESSION_LOST = "session-lost";

		/** A RelayState that differs from the one sent. */
		public static final String RELAY_STATE = "relay-state";

		/** A signature that does not verify. */
		public static final String SIGNATURE = "signature";

		private FailureClass() {
		}

		/** Returns the class of an unexpected status, such as {@code status-503}. */
		static String status(int status) {
			return "status-" + status;
		}

		/** Returns the class of a SAML failure, such as {@code saml-AuthnFailed}. */
		static String status(StatusCode status) {
			String second = status.secondLevel();
			String code = second == null ? status.topLevel() : second;
			return "saml-" + code.substring(code.lastIndexOf(':') + 1);
		}

		/** Returns the class of a response that a service provider must reject. */
		static String rejected(Reason reason) {
			return reason == Reason.SIGNATURE_INVALID ? SIGNATURE
					: reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
