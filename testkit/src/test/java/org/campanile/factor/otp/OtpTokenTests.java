package org.campanile.factor.otp;

import java.util.HexFormat;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.campanile.factor.otp.OtpKey.Algorithm;

import static org.assertj.core.api.Assertions.assertThat;

class OtpTokenTests {

	/** The stored forms are those of the first build. */
	@Test
	void whenTheFirstBuildHasWrittenThemThenTotpAndHotpAreReadAndWrittenAlike() {
		byte[] secret = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
		stays("bf6173543132333435363738393031323334353637383930616164534841316164066170181e616d381eff",
				new OtpToken(new OtpKey(secret, OtpKey.Algorithm.SHA1, 6), 30, -31));
		stays("bf6173543132333435363738393031323334353637383930616166534841323536616408617000616d07ff",
				new OtpToken(new OtpKey(secret, OtpKey.Algorithm.SHA256, 8), 0, 7));
	}

	private static void stays(String stored, OtpToken token) {
		OtpToken read = OtpToken.read(HexFormat.of().parseHex(stored)).orElseThrow();
		assertThat(read.parameters()).isEqualTo(token.parameters());
		assertThat(read.moved()).isEqualTo(token.moved());
		assertThat(HexFormat.of().formatHex(token.write())).isEqualTo(stored);
	}

	private final OtpKey key = new OtpKey("12345678901234567890".getBytes(StandardCharsets.US_ASCII), Algorithm.SHA1,
			6);

	private final OtpToken totp = new OtpToken(this.key, 30, 0);

	@Test
	void whenItIsTimedThenTheUriSaysSo() {
		assertThat(this.totp.uri("Universität Süd: IT & more", "ann+x@example.edu"))
			.isEqualTo("otpauth://totp/Universit%C3%A4t%20S%C3%BCd%20IT%20%26%20more:ann%2Bx%40example.edu"
					+ "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30"
					+ "&issuer=Universit%C3%A4t%20S%C3%BCd%20IT%20%26%20more");
	}

	@Test
	void whenItIsCountedThenTheUriSaysSo() {
		assertThat(new OtpToken(this.key, 0, 0).uri("Example", "ann")).startsWith("otpauth://hotp/Example:ann?")
			.contains("&counter=0&")
			.doesNotContain("period");
	}

	@Test
	void whenNamesAreLongOrOddThenTheUriStaysReadable() {
		String uri = this.totp.uri("😀".repeat(500), "a\u0000b\n:c" + "x".repeat(10_000));
		assertThat(uri).hasSizeLessThan(1_600).contains(":a%20b%20cxxx");
	}

	@Test
	void whenWrittenThenReadAgain() {
		OtpToken read = OtpToken.read(this.totp.movedTo(-17).write()).orElseThrow();
		assertThat(read).usingRecursiveComparison().isEqualTo(this.totp.movedTo(-17));
		assertThat(OtpToken.read(new byte[] { 1, 2 })).isEmpty();
	}

	@Test
	void whenTheChallengeIsAlteredOrOfAnotherMethodThenNoToken() {
		assertThat(OtpToken.of(this.totp.parameters())).get().usingRecursiveComparison().isEqualTo(this.totp);
		this.totp.parameters().keySet().forEach(name -> {
			Map<String, String> altered = new HashMap<>(this.totp.parameters());
			altered.put(name, "!");
			assertThat(OtpToken.of(altered)).as(name).isEmpty();
			altered.remove(name);
			assertThat(OtpToken.of(altered)).as("without " + name).isEmpty();
		});
		assertThat(OtpToken.of(Map.of())).isEmpty();
	}

	@Test
	void whenPrintedThenTheSecretIsNot() {
		assertThat(this.totp.toString()).doesNotContain("secret", "GEZD", "[B@");
	}

}
