package org.campanile.saml.request;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.TestRelyingParties;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.signon.SignOnRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Damaged requests end as a request or as a fault, and a damaged signed request that
 * passes says what was signed. The seeds are fixed, so a failure comes again.
 */
class AuthnRequestFuzzTests {

	private static final int CASES = 2_000;

	private static final Pattern PIECES = Pattern.compile(" [A-Za-z:]+=\"[^\"]*\"|<[^>]*>|[^<>]+");

	private static final String[] SPLICES = { "<!---->", "<?x?>", "<![CDATA[x]]>", "&#0;", "&amp;", "\u0000", "\"", "<",
			"<x xmlns='urn:x'/>", "<!DOCTYPE x>", " ID=\"_1\"", "\ufffe", "%", "&" };

	private final RelyingParty open = TestRelyingParties.relyingParty()
		.signingKeys(TestSigningKeys.rsa().getPublic())
		.build();

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3 })
	void whenAnUnsignedRequestIsDamagedThenARequestOrAFault(long seed) {
		byte[] xml = Requests.request()
			.attribute("ForceAuthn", "false")
			.attribute("AttributeConsumingServiceIndex", "1")
			.attribute("ProtocolBinding", Saml.BINDING_POST)
			.child("<samlp:NameIDPolicy Format=\"urn:f\" AllowCreate=\"true\"/>")
			.authnContext("exact", "urn:c")
			.xml()
			.getBytes(StandardCharsets.UTF_8);
		Random random = new Random(seed);
		int accepted = 0;
		for (int i = 0; i < CASES; i++) {
			accepted += outcome(open, damage(xml, random)) == null ? 0 : 1;
		}
		assertThat(accepted).as("some damage is harmless, most is not").isBetween(1, CASES - 1);
	}

	@ParameterizedTest
	@ValueSource(longs = { 4, 5 })
	void whenASignedRequestIsDamagedThenRefusedOrUnchanged(long seed) {
		RelyingParty service = Requests.signingService();
		byte[] xml = Requests.signedPost().id("_signed").signedXml().getBytes(StandardCharsets.UTF_8);
		SignOnRequest signed = outcome(service, xml);
		assertThat(signed).isNotNull();
		Random random = new Random(seed);
		for (int i = 0; i < CASES; i++) {
			SignOnRequest outcome = outcome(service, damage(xml, random));
			if (outcome != null) {
				assertThat(outcome).isEqualTo(signed);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(longs = { 6, 7 })
	void whenAQueryIsDamagedThenARequestOrAFault(long seed) {
		RelyingParty service = Requests.signingService();
		byte[] query = Requests.signedRedirect()
			.relayState("state")
			.redirectQuery()
			.getBytes(StandardCharsets.US_ASCII);
		Random random = new Random(seed);
		RedirectDecoder decoder = new RedirectDecoder(BindingLimits.DEFAULTS);
		for (int i = 0; i < CASES; i++) {
			String damaged = new String(damage(query, random), StandardCharsets.ISO_8859_1);
			try {
				InboundMessage message = decoder.decode(damaged);
				SignOnRequest request = Requests.processor(service).process(message);
				assertThat(request.relayState()).as(damaged).isEqualTo("state");
			}
			catch (SamlFault ex) {
				assertThat(ex.replyTo()).as("nothing is told on the word of a broken signature").isEmpty();
			}
		}
	}

	private static @org.jspecify.annotations.Nullable SignOnRequest outcome(RelyingParty service, byte[] xml) {
		try {
			return Requests.processor(service)
				.process(new InboundMessage(Saml.BINDING_POST, xml, null, java.util.Optional.empty()));
		}
		catch (SamlFault ex) {
			ex.replyTo().ifPresent((reply) -> assertThat(reply.responseUrl()).isEqualTo(TestRelyingParties.ACS_URL));
			return null;
		}
	}

	private static byte[] damage(byte[] octets, Random random) {
		byte[] damaged = octets.clone();
		for (int times = 1 + random.nextInt(3); times > 0; times--) {
			int at = random.nextInt(damaged.length);
			damaged = switch (random.nextInt(7)) {
				case 0 -> flip(damaged, at, random);
				case 1 -> Arrays.copyOf(damaged, Math.max(1, at));
				case 2 -> splice(damaged, at, SPLICES[random.nextInt(SPLICES.length)].getBytes(StandardCharsets.UTF_8));
				case 3 -> splice(damaged, at, new byte[] { (byte) random.nextInt(256) });
				case 4 -> splice(damaged, at,
						Arrays.copyOfRange(damaged, at, Math.min(damaged.length, at + 1 + random.nextInt(80))));
				default -> without(damaged, random);
			};
		}
		return damaged;
	}

	private static byte[] flip(byte[] octets, int at, Random random) {
		octets[at] ^= (byte) (1 << random.nextInt(8));
		return octets;
	}

	private static byte[] splice(byte[] octets, int at, byte[] piece) {
		byte[] spliced = Arrays.copyOf(octets, octets.length + piece.length);
		System.arraycopy(piece, 0, spliced, at, piece.length);
		System.arraycopy(octets, at, spliced, at + piece.length, octets.length - at);
		return spliced;
	}

	/** An attribute, a tag or a text is left out. */
	private static byte[] without(byte[] octets, Random random) {
		String text = new String(octets, StandardCharsets.ISO_8859_1);
		List<int[]> pieces = new ArrayList<>();
		Matcher matcher = PIECES.matcher(text);
		while (matcher.find()) {
			pieces.add(new int[] { matcher.start(), matcher.end() });
		}
		if (pieces.isEmpty()) {
			return octets;
		}
		Matcher attribute = Pattern.compile(" [A-Za-z:]+=\"[^\"]*\"").matcher(text);
		while (attribute.find()) {
			pieces.add(new int[] { attribute.start(), attribute.end() });
		}
		int[] piece = pieces.get(random.nextInt(pieces.size()));
		String rest = text.substring(0, piece[0]) + text.substring(piece[1]);
		return rest.isEmpty() ? octets : rest.getBytes(StandardCharsets.ISO_8859_1);
	}

}
