package org.campanile.demo.service;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.saml.StatusCode;
import org.campanile.saml.xml.PrettyXml;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.DecodedAttribute;
import org.campanile.testkit.serviceprovider.DecodedResponse;
import org.jspecify.annotations.Nullable;

/**
 * A decoded response for display.
 *
 * @param status the status's URIs
 * @param message the meaning of the status; empty for success
 * @param answers the request's ID, or a text if there was none
 * @param relayState as returned; null for none
 * @param responseSignature the algorithm the response is signed with
 * @param assertion the assertion's content; null if there is none
 * @param responseXml the response as received, indented
 */
record ResultView(String status, String message, String answers, @Nullable String relayState, String responseSignature,
		@Nullable AssertionView assertion, String responseXml) {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	static ResultView of(DecodedResponse response, @Nullable String relayState) {
		String status = Stream
			.of(Optional.of(response.status().topLevel()), Optional.ofNullable(response.status().secondLevel()))
			.flatMap(Optional::stream)
			.map(ResultView::lastPart)
			.reduce((first, second) -> first + " / " + second)
			.orElse("");
		String request = response.inResponseTo();
		return new ResultView(status, message(response),
				request == null ? "no request: it came unsolicited" : "request " + request, relayState,
				lastPart(response.signatureAlgorithm()), response.assertion().map(AssertionView::of).orElse(null),
				PrettyXml.of(response.xml()));
	}

	private static String message(DecodedResponse response) {
		if (response.assertion().isPresent()) {
			return "";
		}
		if (StatusCode.NO_PASSIVE.equals(response.status())) {
			return "Nobody is signed in, and this check allows no question.";
		}
		String said = response.statusMessage();
		return said == null ? "The sign-on service did not sign you in." : "The sign-on service says: " + said;
	}

	/** The last part of a URI. */
	private static String lastPart(String uri) {
		return uri.substring(Math.max(uri.lastIndexOf('#'), uri.lastIndexOf(':')) + 1);
	}

	private static String time(@Nullable Instant instant) {
		return instant == null ? "not stated" : TIME.format(instant);
	}

	/**
	 * The assertion's content.
	 *
	 * @param who the best available name of the user
	 * @param encryption the block encryption, or a text if it was not encrypted
	 */
	record AssertionView(String who, String nameId, String nameIdFormat, List<AttributeView> attributes,
			String authnInstant, String authnContextClass, String sessionIndex, String sessionEnd, String validUntil,
			boolean signed, boolean encrypted, String encryption, String xml) {

		static AssertionView of(DecodedAssertion assertion) {
			String method = assertion.encryptionMethod();
			String index = assertion.sessionIndex();
			return new AssertionView(who(assertion), assertion.nameId().value(), assertion.nameId().format(),
					assertion.attributes().stream().map(AttributeView::of).toList(), time(assertion.authnInstant()),
					assertion.authnContextClass(), index == null ? "not stated" : index,
					time(assertion.sessionNotOnOrAfter()), time(assertion.notOnOrAfter()), assertion.signed(),
					method != null, method == null ? "not encrypted" : lastPart(method), PrettyXml.of(assertion.xml()));
		}

		private static String who(DecodedAssertion assertion) {
			return Stream.of("displayName", "cn", "eduPersonPrincipalName", "mail", "uid")
				.flatMap(name -> assertion.values(name).stream())
				.filter(value -> !value.isBlank())
				.findFirst()
				.orElse(assertion.nameId().value());
		}

	}

	/**
	 * An attribute.
	 *
	 * @param friendlyName its friendly name, or its name if it has none
	 */
	record AttributeView(String friendlyName, String name, List<String> values) {

		static AttributeView of(DecodedAttribute attribute) {
			String friendly = attribute.friendlyName();
			return new AttributeView(friendly == null ? lastPart(attribute.name()) : friendly, attribute.name(),
					attribute.values());
		}

	}

}
