package org.campanile.signon;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;

import org.campanile.testkit.saml.TestSignOnRequests;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.signon.SignOnRequestCodec.Travelling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.dataformat.cbor.CBORMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatCode;

class SignOnRequestCodecTests {

	private static final Instant AT = Instant.parse("2026-03-29T00:59:58.123Z");

	private final SignOnRequestCodec codec = new SignOnRequestCodec();

	private final CBORMapper mapper = new CBORMapper();

	static Stream<SignOnRequest> requests() {
		NameIdRequest nameId = new NameIdRequest("urn:format", "https://affiliation.example.org");
		RequestedAuthnContext context = new RequestedAuthnContext(Comparison.MINIMUM, List.of("urn:b", "urn:a"));
		return Stream.of(full(Comparison.EXACT),
				TestSignOnRequests.signOn("s", "u", null, null, false, false, null, NameIdRequest.ANY,
						OptionalInt.empty(), AT, null),
				TestSignOnRequests.signOn("s", "u", "id", null, true, false, null, new NameIdRequest(null, "q"),
						OptionalInt.of(0), AT, null),
				TestSignOnRequests.signOn("s", "u", null, "", false, true, null, new NameIdRequest("f", null, false),
						OptionalInt.of(65_535), Instant.EPOCH, null),
				TestSignOnRequests.signOn("s", "u", "_1", "\u0000\r\n<script>&\ud83d\ude00", false, false, context,
						nameId, OptionalInt.of(-1), Instant.parse("1969-12-31T23:59:59.999Z"), null),
				TestSignOnRequests.signOn("s".repeat(1024), "u".repeat(5_000), "i".repeat(1_000), "r".repeat(1024),
						true, true, new RequestedAuthnContext(Comparison.EXACT, List.of()), nameId, OptionalInt.empty(),
						AT, null));
	}

	@ParameterizedTest
	@MethodSource("requests")
	void whenWrittenThenReadTheSame(SignOnRequest request) {
		assertThat(codec.read(codec.write(request))).map(Travelling::request).contains(request);
	}

	@ParameterizedTest
	@EnumSource
	void whenComparisonIsThenItComesBack(Comparison comparison) {
		assertThat(codec.read(codec.write(full(comparison)))).map(Travelling::request).contains(full(comparison));
	}

	@Test
	void whenTheTimeHasNanosecondsThenKeptToTheMillisecond() {
		SignOnRequest request = TestSignOnRequests.signOn("s", "u", null, null, false, false, null, NameIdRequest.ANY,
				OptionalInt.empty(), AT.plusNanos(999_999), null);
		assertThat(codec.read(codec.write(request)).orElseThrow().request().receivedAt()).isEqualTo(AT);
	}

	@Test
	void whenRelayStateIsNoUnicodeThenNoException() {
		SignOnRequest request = TestSignOnRequests.signOn("s", "u", null, "a\ud800b\udc00", false, false, null,
				NameIdRequest.ANY, OptionalInt.empty(), AT, null);
		assertThat(codec.read(codec.write(request)).orElseThrow().request().service()).isEqualTo("s");
	}

	@Test
	void whenWrittenWithABrowserThenItComesBack() {
		byte[] browser = { 1, 2, 3 };
		Travelling read = codec.read(codec.write(full(Comparison.EXACT), browser)).orElseThrow();
		assertThat(read.browser()).isEqualTo(browser);
		assertThat(read.request()).isEqualTo(full(Comparison.EXACT));
		assertThat(codec.read(codec.write(full(Comparison.EXACT))).orElseThrow().browser()).isEmpty();
	}

	/**
	 * The name is written as bytes, which versions that do not know it do not take for a
	 * value of the protocol.
	 */
	@Test
	void whenWrittenForOneUserThenTheNameComesBackAndTheRequestIsTheSame() {
		byte[] bytes = codec.write(full(Comparison.EXACT), "alice");
		Travelling read = codec.read(bytes).orElseThrow();
		assertThat(read.principal()).isEqualTo("alice");
		assertThat(read.request()).isEqualTo(full(Comparison.EXACT));
		assertThat(mapper.readTree(bytes).get("principal").isBinary()).isTrue();
		assertThat(codec.write(full(Comparison.EXACT), "")).as("for anybody, as before")
			.isEqualTo(codec.write(full(Comparison.EXACT)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "s", "u", "i", "f", "p", "c", "k", "t", "x", "b", "principal", "protocol" })
	void whenTheProtocolsOwnHasAKeyOfTheFormThenItIsNotWritten(String key) {
		SignOnRequest request = full(Comparison.EXACT);
		SignOnRequest bad = new SignOnRequest(request.protocol(), "s", "u", null, request.demand(), AT, null,
				Map.of(key, "x"));
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> codec.write(bad))
			.withMessageContaining("'" + key + "'");
	}

	/** The form that the previous version wrote. */
	@Test
	void whenNothingIsSaidOfRepetitionThenNone() {
		Travelling read = codec.read(mapper.writeValueAsBytes(form())).orElseThrow();
		assertThat(read.request().repeatableUntil()).isNull();
		assertThat(read.browser()).isEmpty();
	}

	@Test
	void whenThereIsAKeyOfALaterVersionThenSkipped() {
		Map<String, Object> form = form();
		form.put("later", Map.of("x", List.of(1, Map.of("y", "z"))));
		assertThat(codec.read(mapper.writeValueAsBytes(form)))
			.hasValueSatisfying(read -> assertThat(read.request().service()).isEqualTo("s"));
	}

	@Test
	void whenOfAnotherFormThenEmpty() {
		assertThat(codec.read(new byte[0])).isEmpty();
		assertThat(codec.read(mapper.writeValueAsBytes(null))).isEmpty();
		assertThat(codec.read(mapper.writeValueAsBytes("text"))).isEmpty();
		assertThat(codec.read(mapper.writeValueAsBytes(List.of(1, 2)))).isEmpty();
		assertThat(codec.read(mapper.writeValueAsBytes(Map.of()))).isEmpty();
		assertThat(codec.read(altered("c", "STRONGEST"))).isEmpty();
		assertThat(codec.read(altered("k", "urn:a"))).isEmpty();
		assertThat(codec.read(altered("k", java.util.Arrays.asList("urn:a", null)))).isEmpty();
		assertThat(codec.read(altered("s", Map.of()))).isEmpty();
		for (String required : List.of("s", "u", "t")) {
			Map<String, Object> form = form();
			form.remove(required);
			assertThat(codec.read(mapper.writeValueAsBytes(form))).as("without %s", required).isEmpty();
		}
	}

	@Test
	void whenGarbageThenNoException() {
		Random random = new Random(7);
		byte[] good = codec.write(full(Comparison.BETTER));
		for (int i = 0; i < 10_000; i++) {
			byte[] garbage = i % 2 == 0 ? new byte[i % 200] : good.clone();
			if (i % 2 == 0) {
				random.nextBytes(garbage);
			}
			else {
				for (int flips = 0; flips <= i % 7; flips++) {
					garbage[random.nextInt(garbage.length)] = (byte) random.nextInt();
				}
			}
			assertThatCode(() -> codec.read(garbage)).doesNotThrowAnyException();
		}
		for (int length = 0; length < good.length; length++) {
			assertThat(codec.read(java.util.Arrays.copyOf(good, length))).isEmpty();
		}
	}

	private byte[] altered(String key, Object value) {
		Map<String, Object> form = form();
		form.put(key, value);
		return mapper.writeValueAsBytes(form);
	}

	private static Map<String, Object> form() {
		Map<String, Object> form = new HashMap<>();
		form.put("s", "s");
		form.put("u", "u");
		form.put("f", false);
		form.put("p", false);
		form.put("c", "EXACT");
		form.put("k", List.of("urn:a"));
		form.put("t", 1L);
		return form;
	}

	private static SignOnRequest full(Comparison comparison) {
		return TestSignOnRequests.signOn("https://sp.example.org", "https://sp.example.org/acs", "_id", "relay", true,
				true, new RequestedAuthnContext(comparison, List.of("urn:b", "urn:a")),
				new NameIdRequest("urn:format", "https://affiliation.example.org"), OptionalInt.of(7), AT,
				AT.plusMillis(1));
	}

}
