package org.campanile.saml.binding;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.Deflater;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestSigningKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class RedirectDecoderTests {

	private static final String XML = "<x>" + "ä".repeat(40) + "</x>";

	private static final String REQUEST = TestAuthnRequests.deflateAndEncode(XML.getBytes(StandardCharsets.UTF_8));

	private static final String SIG_ALG = "http%3a%2f%2fwww.w3.org%2f2001%2f04%2fxmldsig-more%23rsa-sha256";

	private final RedirectDecoder decoder = new RedirectDecoder(BindingLimits.DEFAULTS);

	@Test
	void whenUnsignedThenDecoded() throws Exception {
		InboundMessage message = decoder.decode("SAMLRequest=" + REQUEST + "&RelayState=a%20b+c%26%C3%A4&_=17");
		assertThat(message.binding()).isEqualTo(Saml.BINDING_REDIRECT);
		assertThat(new String(message.xml(), StandardCharsets.UTF_8)).isEqualTo(XML);
		assertThat(message.relayState()).isEqualTo("a b c&ä");
		assertThat(message.signature()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "SAMLRequest=#&RelayState=r%2f&SigAlg=@&Signature=AAAA",
			"Signature=AAAA&SigAlg=@&x=y&RelayState=r%2f&SAMLRequest=#&SAMLEncoding="
					+ "urn%3Aoasis%3Anames%3Atc%3ASAML%3A2.0%3Abindings%3AURL-Encoding%3ADEFLATE" })
	void whenSignedThenTheOriginalBytesInTheOrderOfTheSpecification(String query) throws Exception {
		InboundMessage message = decoder.decode(query.replace("#", REQUEST).replace("@", SIG_ALG));
		var signature = message.signature().orElseThrow();
		assertThat(new String(signature.signedBytes(), StandardCharsets.US_ASCII))
			.isEqualTo("SAMLRequest=" + REQUEST + "&RelayState=r%2f&SigAlg=" + SIG_ALG);
		assertThat(signature.algorithm()).isEqualTo("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
		assertThat(signature.value()).containsExactly(0, 0, 0);
	}

	@Test
	void whenRelayStateIsEmptyThenThereIsNoneButItsBytesAreSigned() throws Exception {
		InboundMessage message = decoder
			.decode("SAMLRequest=" + REQUEST + "&RelayState=&SigAlg=" + SIG_ALG + "&Signature=AAAA");
		assertThat(message.relayState()).isNull();
		assertThat(new String(message.signature().orElseThrow().signedBytes(), StandardCharsets.US_ASCII))
			.contains("&RelayState=&SigAlg=");
	}

	@Test
	void whenBase64IsNotEscapedOrBrokenIntoLinesThenDecodedAllTheSame() throws Exception {
		byte[] deflated = deflatedWithPlus();
		String base64 = Base64.getEncoder().encodeToString(deflated);
		assertThat(base64).contains("+");
		InboundMessage message = decoder.decode("SAMLRequest=" + base64);
		assertThat(message.xml()).isNotEmpty();
		String lines = URLEncoder.encode(Base64.getMimeEncoder(20, new byte[] { '\r', '\n' }).encodeToString(deflated),
				StandardCharsets.UTF_8);
		assertThat(lines).contains("%0D%0A");
		assertThat(decoder.decode("SAMLRequest=" + lines).xml()).isEqualTo(message.xml());
	}

	static Stream<Arguments> undecodable() {
		String parameter = "SAMLRequest=" + REQUEST;
		byte[] deflated = TestAuthnRequests.deflate(XML.getBytes(StandardCharsets.UTF_8));
		return Stream.of(Arguments.of("nothing", ""), Arguments.of("no request", "RelayState=x"),
				Arguments.of("empty request", "SAMLRequest="), Arguments.of("bare name", "SAMLRequest"),
				Arguments.of("repeated request", parameter + '&' + parameter),
				Arguments.of("repeated RelayState", parameter + "&RelayState=a&RelayState=a"),
				Arguments.of("repeated SigAlg", parameter + "&SigAlg=a&SigAlg=b&Signature=AAAA"),
				Arguments.of("repeated Signature", parameter + "&SigAlg=a&Signature=AAAA&Signature=AAAA"),
				Arguments.of("encoded name", "%53AMLRequest=" + REQUEST),
				Arguments.of("encoded name beside the plain one", parameter + "&SAML%52equest=" + REQUEST),
				Arguments.of("encoded RelayState", parameter + "&Relay%53tate=x"),
				Arguments.of("encoded Signature", parameter + "&SigAl%67=x"),
				Arguments.of("name with a broken escape", parameter + "&Relay%5=x"),
				Arguments.of("request with response", parameter + "&SAMLResponse=" + REQUEST),
				Arguments.of("another encoding", parameter + "&SAMLEncoding=urn%3Ax"),
				Arguments.of("not base64", "SAMLRequest=%21%21%21%21"),
				Arguments.of("base64 of the URL alphabet", "SAMLRequest=ab-_"),
				Arguments.of("no padding",
						"SAMLRequest=" + base64(deflated).replace("%3D", "").replaceFirst("..$", "")),
				Arguments.of("broken escape", "SAMLRequest=%4"),
				Arguments.of("escape without digits", "SAMLRequest=%zz"),
				Arguments.of("not ASCII", "SAMLRequest=\u00e4\u00e4\u00e4\u00e4"),
				Arguments.of("RelayState not UTF-8", parameter + "&RelayState=%ff"),
				Arguments.of("RelayState with NUL", parameter + "&RelayState=a%00b"),
				Arguments.of("zlib header", "SAMLRequest=" + base64(withZlibHeader())),
				Arguments.of("not deflated", "SAMLRequest=" + base64(XML.getBytes(StandardCharsets.UTF_8))),
				Arguments.of("cut short", "SAMLRequest=" + base64(Arrays.copyOf(deflated, deflated.length - 1))),
				Arguments.of("trailing byte", "SAMLRequest=" + base64(Arrays.copyOf(deflated, deflated.length + 1))));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("undecodable")
	void whenUndecodableThenRefused(String what, String query) {
		refused(FaultCode.MESSAGE_UNDECODABLE, query);
	}

	@Test
	void whenThereIsNoQueryThenRefused() {
		SamlFault fault = catchThrowableOfType(SamlFault.class, () -> decoder.decode(null));
		assertThat(fault.code()).isEqualTo(FaultCode.MESSAGE_UNDECODABLE);
	}

	@Test
	void whenAResponseComesThenRefused() {
		refused(FaultCode.NOT_AN_AUTHN_REQUEST, "SAMLResponse=" + REQUEST);
	}

	@ParameterizedTest
	@ValueSource(strings = { "&SigAlg=x", "&Signature=AAAA", "&SigAlg=" })
	void whenHalfASignatureThenRefused(String rest) {
		refused(FaultCode.SIGNATURE_INVALID, "SAMLRequest=" + REQUEST + rest);
	}

	@Test
	void whenRelayStateIsLongThenAcceptedTo2KiBOfBytes() throws Exception {
		String parameter = "SAMLRequest=" + REQUEST + "&RelayState=";
		for (int length : new int[] { 80, 81, 2048 }) {
			assertThat(decoder.decode(parameter + "x".repeat(length)).relayState()).hasSize(length);
		}
		refused(FaultCode.RELAY_STATE_TOO_LONG, parameter + "x".repeat(2049));
		refused(FaultCode.RELAY_STATE_TOO_LONG, parameter + "%C3%A4".repeat(1025));
	}

	@Test
	void whenItInflatesToTheLimitThenAcceptedAndBeyondThenRefused() throws Exception {
		assertThat(decoder.decode("SAMLRequest=" + TestAuthnRequests.deflateAndEncode(new byte[128 * 1024])).xml())
			.hasSize(128 * 1024);
		refused(FaultCode.MESSAGE_TOO_LARGE,
				"SAMLRequest=" + TestAuthnRequests.deflateAndEncode(new byte[128 * 1024 + 1]));
	}

	@Test
	void whenADeflateBombComesThenRefusedWithoutInflatingIt() {
		String bomb = "SAMLRequest=" + base64(bomb(1 << 30));
		assertThat(bomb.length()).isGreaterThan(1_000_000);
		Runtime runtime = Runtime.getRuntime();
		assertThat(runtime.maxMemory()).as("the bomb would not fit").isLessThan(1L << 31);
		refused(FaultCode.MESSAGE_TOO_LARGE, bomb);
	}

	/** Native memory must be freed immediately, not by a later garbage collection. */
	@Test
	@EnabledOnOs(OS.LINUX)
	void whenManyTruncatedStreamsComeThenNoMemoryIsKept() throws Exception {
		byte[] deflated = TestAuthnRequests.deflate(XML.getBytes(StandardCharsets.UTF_8));
		String query = "SAMLRequest=" + base64(Arrays.copyOf(deflated, deflated.length - 1));
		for (int i = 0; i < 2_000; i++) {
			refused(FaultCode.MESSAGE_UNDECODABLE, query);
		}
		long before = residentKib();
		for (int i = 0; i < 100_000; i++) {
			try {
				decoder.decode(query);
			}
			catch (SamlFault ex) {
				continue;
			}
			throw new AssertionError("accepted");
		}
		assertThat(residentKib() - before).as("KiB").isLessThan(300_000);
	}

	@Test
	void whenTheSenderSignsThenWhatItSignedIsWhatIsRebuilt() throws Exception {
		var request = TestAuthnRequests.authnRequest(Instant.parse("2026-03-01T12:00:00Z"))
			.relayState("/path?x=ä&y")
			.signedBy(TestSigningKeys.rsa());
		InboundMessage message = request.redirect();
		assertThat(request.redirectQuery())
			.startsWith(new String(message.signature().orElseThrow().signedBytes(), StandardCharsets.US_ASCII));
	}

	private void refused(FaultCode code, String query) {
		SamlFault fault = catchThrowableOfType(SamlFault.class, () -> decoder.decode(query));
		assertThat(fault).as("a fault").isNotNull();
		assertThat(fault.code()).as(fault.getMessage()).isEqualTo(code);
		assertThat(fault.replyTo()).isEmpty();
	}

	private static long residentKib() throws Exception {
		return Files.readAllLines(Path.of("/proc/self/status"))
			.stream()
			.filter((line) -> line.startsWith("VmRSS"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll("\\D", "")))
			.findFirst()
			.orElseThrow();
	}

	private static String base64(byte[] bytes) {
		return URLEncoder.encode(Base64.getEncoder().encodeToString(bytes), StandardCharsets.UTF_8);
	}

	private static byte[] withZlibHeader() {
		Deflater deflater = new Deflater();
		deflater.setInput(XML.getBytes(StandardCharsets.UTF_8));
		deflater.finish();
		byte[] out = new byte[500];
		int length = deflater.deflate(out);
		deflater.end();
		return Arrays.copyOf(out, length);
	}

	private static byte[] bomb(int size) {
		Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
		byte[] zeros = new byte[1 << 20];
		byte[] out = new byte[4 << 20];
		int length = 0;
		for (int i = 0; i < size / zeros.length; i++) {
			deflater.setInput(zeros);
			length += deflater.deflate(out, length, out.length - length);
		}
		deflater.finish();
		length += deflater.deflate(out, length, out.length - length);
		deflater.end();
		return Arrays.copyOf(out, length);
	}

	/** Returns incompressible bytes, so that every Base64 character occurs. */
	private static byte[] deflatedWithPlus() {
		byte[] noise = new byte[600];
		new Random(1).nextBytes(noise);
		return TestAuthnRequests.deflate(noise);
	}

}
