package org.campanile.factor.otp;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.factor.otp.OtpKey.Algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OtpKeyTests {

	private static final String SEED = "1234567890123456789012345678901234567890123456789012345678901234";

	/** The test values of RFC 4226, appendix D. */
	@ParameterizedTest
	@CsvSource({ "0, 755224", "1, 287082", "2, 359152", "3, 969429", "4, 338314", "5, 254676", "6, 287922", "7, 162583",
			"8, 399871", "9, 520489" })
	void whenTheCounterIsThatOfTheRfcThenSoIsTheCode(long counter, String code) {
		assertThat(key(Algorithm.SHA1, 20, 6).code(counter)).isEqualTo(code);
	}

	/** The test values of RFC 6238, appendix B. */
	@ParameterizedTest
	@CsvSource({ "59, 94287082, 46119246, 90693936", "1111111109, 07081804, 68084774, 25091201",
			"1111111111, 14050471, 67062674, 99943326", "1234567890, 89005924, 91819424, 93441116",
			"2000000000, 69279037, 90698825, 38618901", "20000000000, 65353130, 77737706, 47863826" })
	void whenTheTimeIsThatOfTheRfcThenSoAreTheCodes(long time, String sha1, String sha256, String sha512) {
		assertThat(key(Algorithm.SHA1, 20, 8).code(time / 30)).isEqualTo(sha1);
		assertThat(key(Algorithm.SHA256, 32, 8).code(time / 30)).isEqualTo(sha256);
		assertThat(key(Algorithm.SHA512, 64, 8).code(time / 30)).isEqualTo(sha512);
	}

	@Test
	void whenLookedForThenOnlyTheRangeIsSearched() {
		OtpKey key = key(Algorithm.SHA1, 20, 6);
		assertThat(key.find("969429", 1, 3, 1)).isEqualTo(OptionalLong.of(3));
		assertThat(key.find("969429", 1, 0, 4)).isEqualTo(OptionalLong.of(3));
		assertThat(key.find("969429", 1, 0, 3)).isEmpty();
		assertThat(key.find("969429", 1, 4, 10)).isEmpty();
		assertThat(key.find("69429", 1, 0, 10)).isEmpty();
	}

	@Test
	void whenTwoAreLookedForThenOnlySuccessiveOnesFit() {
		OtpKey key = key(Algorithm.SHA1, 20, 6);
		assertThat(key.find("969429338314", 2, 0, 10)).isEqualTo(OptionalLong.of(4));
		assertThat(key.find("969429254676", 2, 0, 10)).isEmpty();
		assertThat(key.find("338314969429", 2, 0, 10)).isEmpty();
		assertThat(key.find("969429338314", 2, 4, 10)).as("the first of them is past").isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void whenCreatedThenTheSecretIsAsLongAsTheHash(Algorithm algorithm) {
		assertThat(OtpKey.create(algorithm, 6, new SecureRandom()).secret()).hasSize(switch (algorithm) {
			case SHA1 -> 20;
			case SHA256 -> 32;
			case SHA512 -> 64;
		});
	}

	@Test
	void whenCodesAreTooShortOrTooLongThenRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> key(Algorithm.SHA1, 20, 5));
		assertThatIllegalArgumentException().isThrownBy(() -> key(Algorithm.SHA1, 20, 9));
	}

	@ParameterizedTest
	@CsvSource({ "' 123 456 ', 123456", "123-456, 123456", "１２３４５６, 123456", "١٢٣٤٥٦, 123456",
			"'\u00a0123\u2009456\u200b', 123456", "０1２3４5, 012345" })
	void whenTypedWithBlanksOrOtherDigitsThenTheSameCode(String typed, String digits) {
		assertThat(EnteredCode.digits(typed)).contains(digits);
	}

	@ParameterizedTest
	@CsvSource({ "''", "' '", "12345a", "'12,345'", "½", "Ⅷ" })
	void whenAnythingElseIsTypedThenNoCode(String typed) {
		assertThat(EnteredCode.digits(typed)).isEmpty();
		assertThat(EnteredCode.digits("1".repeat(65))).isEmpty();
	}

	private static OtpKey key(Algorithm algorithm, int length, int digits) {
		return new OtpKey(SEED.substring(0, length).getBytes(StandardCharsets.US_ASCII), algorithm, digits);
	}

}
