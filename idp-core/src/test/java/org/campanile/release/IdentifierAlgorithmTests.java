package org.campanile.release;

import java.nio.charset.StandardCharsets;

import org.campanile.release.IdentifierAlgorithm.Purpose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The algorithms must keep producing the identifiers that services already know. */
class IdentifierAlgorithmTests {

	private static final String SERVICE = "https://sp.example.org/sp";

	private static final IdentifierSalt SALT = new IdentifierSalt(
			new byte[] { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 });

	/** Values that a Shibboleth IdP computes from the same input. */
	@Test
	void whenShibbolethThenIdentifiersAreThoseOfShibboleth() {
		assertThat(IdentifierAlgorithm.SHIBBOLETH.compute(SALT, Purpose.PERSISTENT, SERVICE, "at1-Data"))
			.isEqualTo("Vl6z6K70iLc4AuBoNeb59Dj1rGw=");
		assertThat(IdentifierAlgorithm.SHIBBOLETH_BASE32.compute(SALT, Purpose.PERSISTENT, SERVICE, "at1-Data"))
			.isEqualTo("KZPLH2FO6SELOOAC4BUDLZXZ6Q4PLLDM");
		IdentifierSalt text = new IdentifierSalt("thisisaspecialsalt".getBytes(StandardCharsets.UTF_8));
		assertThat(IdentifierAlgorithm.SHIBBOLETH.compute(text, Purpose.PERSISTENT, SERVICE, "at1-Data"))
			.isEqualTo("kLyH1uEvYigEvg1ZLh/QXeW1VAs=");
	}

	@Test
	void whenShibbolethAndPairwiseThenBase32KeepsToTheSyntax() {
		assertThat(IdentifierAlgorithm.SHIBBOLETH.compute(SALT, Purpose.PAIRWISE, SERVICE, "at1-Data"))
			.isEqualTo("KZPLH2FO6SELOOAC4BUDLZXZ6Q4PLLDM");
	}

	/**
	 * The expected values were computed with another implementation of HMAC-SHA-256 and
	 * Base32.
	 */
	@Test
	void whenHmacThenIdentifiersStayWhatTheyAre() {
		assertThat(IdentifierAlgorithm.HMAC_SHA256.compute(SALT, Purpose.PERSISTENT, SERVICE, "at1-Data"))
			.isEqualTo("rvqi5lpmsnw2hwspwl3nml4cx3jvkp54mvbrjvm4bwnnopembuca");
		assertThat(IdentifierAlgorithm.HMAC_SHA256.compute(SALT, Purpose.PAIRWISE, SERVICE, "at1-Data"))
			.isEqualTo("tpozzyq7bkwfrr3xdw4xctthxt2bywwyzh64kqwjy4a4yyqcgulq");
	}

	@Test
	void whenSaltIsShortThenItIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new IdentifierSalt(new byte[15]))
			.withMessageContaining("15 bytes");
		assertThat(new IdentifierSalt(new byte[16]).toString()).isEqualTo("IdentifierSalt[16 bytes]");
	}

}
