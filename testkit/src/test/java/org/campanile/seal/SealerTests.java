package org.campanile.seal;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import org.campanile.testkit.Race;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SealerTests {

	private static final byte[] PLAIN = "what nobody may read".getBytes(StandardCharsets.UTF_8);

	private final SecureRandom random = new SecureRandom();

	private final SealingKey first = key(0);

	private final SealingKey second = key(1);

	private final Sealer sealer = sealer(first);

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 15, 16, 17, 70_000 })
	void whenSealedThenOpens(int length) {
		byte[] plain = new byte[length];
		random.nextBytes(plain);
		byte[] seal = sealer.seal("purpose", "context", plain);
		assertThat(sealer.open("purpose", "context", seal)).hasValueSatisfying(it -> assertThat(it).isEqualTo(plain));
	}

	@Test
	void whenAnyBitIsAlteredThenEmpty() {
		byte[] seal = seal();
		for (int bit = 0; bit < seal.length * 8; bit++) {
			byte[] altered = seal.clone();
			altered[bit / 8] ^= (byte) (1 << bit % 8);
			assertThat(sealer.open("purpose", "context", altered)).as("bit %s", bit).isEmpty();
		}
		assertThat(sealer.open("purpose", "context", seal)).isPresent();
	}

	@Test
	void whenCutOrExtendedThenEmpty() {
		byte[] seal = seal();
		for (int length = 0; length < seal.length + 20; length++) {
			if (length != seal.length) {
				assertThat(sealer.open("purpose", "context", Arrays.copyOf(seal, length))).as("length %s", length)
					.isEmpty();
			}
		}
	}

	@ParameterizedTest
	@CsvSource({ "purpose,other", "other,context", "context,purpose", "purposec,ontext", "purpos,econtext",
			"Purpose,context", "purpose,''", "'',context" })
	void whenForAnotherPurposeOrPlaceThenEmpty(String purpose, String context) {
		assertThat(sealer.open(purpose, context, seal())).isEmpty();
	}

	@Test
	void whenGarbageOfAnyLengthThenEmpty() {
		for (int length = 0; length < 300; length++) {
			byte[] garbage = new byte[length];
			random.nextBytes(garbage);
			assertThat(sealer.open("purpose", "context", garbage)).isEmpty();
			if (length >= 5) {
				// This is as close to a valid seal as possible without the key.
				System.arraycopy(seal(), 0, garbage, 0, 5);
				assertThat(sealer.open("purpose", "context", garbage)).isEmpty();
			}
		}
	}

	@Test
	void whenTheKeyIsNotOfTheRingThenEmpty() {
		assertThat(sealer(second).open("purpose", "context", seal())).isEmpty();
	}

	@Test
	void whenRotatedThenTheNewestWritesAndTheOlderStillOpens() {
		Sealer rotated = sealer(second, first);
		assertThat(rotated.open("purpose", "context", seal())).isPresent();
		byte[] renewed = rotated.seal("purpose", "context", PLAIN);
		assertThat(sealer.open("purpose", "context", renewed)).isEmpty();
		assertThat(sealer(second).open("purpose", "context", renewed)).isPresent();
	}

	@Test
	void whenSealedAgainThenNothingRepeats() {
		byte[] one = seal();
		byte[] other = seal();
		int nonce = 1 + SealingKey.ID_LENGTH;
		assertThat(Arrays.copyOfRange(one, nonce, nonce + 12))
			.isNotEqualTo(Arrays.copyOfRange(other, nonce, nonce + 12));
		assertThat(Arrays.copyOfRange(one, nonce + 12, one.length))
			.isNotEqualTo(Arrays.copyOfRange(other, nonce + 12, other.length));
	}

	@Test
	void whenUsedByManyAtOnceThenEachOpensItsOwn() throws Exception {
		assertThat(Race.run(64, number -> {
			byte[] plain = ("plain " + number).getBytes(StandardCharsets.UTF_8);
			return Arrays.equals(plain,
					sealer.open("purpose", "c" + number, sealer.seal("purpose", "c" + number, plain)).orElseThrow());
		})).containsOnly(true);
	}

	@Test
	void whenPurposeKeyOrTextDiffersThenMacDiffers() {
		byte[] mac = sealer.mac(first, "purpose", "text");
		assertThat(mac).hasSize(32).isEqualTo(sealer.mac(first, "purpose", "text"));
		assertThat(mac).isNotEqualTo(sealer.mac(first, "other", "text"))
			.isNotEqualTo(sealer.mac(second, "purpose", "text"))
			.isNotEqualTo(sealer.mac(first, "purpose", "texts"))
			.isNotEqualTo(sealer.mac(first, "purposet", "ext"));
	}

	/**
	 * The values were computed by another implementation: stored seals outlive an
	 * upgrade.
	 */
	@Test
	void whenMadeByAnEarlierVersionThenReadTheSame() {
		assertThat(first.name()).isEqualTo("0a7ef497");
		assertThat(HexFormat.of().formatHex(sealer.mac(first, "purpose", "na\u00efve text")))
			.isEqualTo("ce011cb0c1acc73bf5652972cf0aa14a79e119e04f7d9a7261a4048a70fa7297");
		byte[] stored = HexFormat.of()
			.parseHex("010a7ef4976465666768696a6b6c6d6e6f1ebf0ee9bf8795979c862b2726"
					+ "1699a103a7d50fd3fcbe78a5ac4f38467122e304473b9ee018ce98bfa070f0");
		assertThat(sealer.open("purpose", "context", stored))
			.hasValueSatisfying(plain -> assertThat(plain).asString().isEqualTo("stored by an earlier version"));
	}

	@Test
	void whenTheRingIsEmptyOrHoldsAKeyTwiceThenRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new KeyRing(List.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> new KeyRing(List.of(first, second, key(0))));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 16, 31, 33, 64 })
	void whenAKeyIsOfAnotherLengthThenRefused(int length) {
		assertThatIllegalArgumentException().isThrownBy(() -> new SealingKey(new byte[length]))
			.withMessageContaining("32 bytes");
	}

	private byte[] seal() {
		return sealer.seal("purpose", "context", PLAIN);
	}

	private Sealer sealer(SealingKey... keys) {
		return new Sealer(new KeyRing(List.of(keys)), random);
	}

	/** Returns a key whose bytes count up from the given number. */
	private static SealingKey key(int start) {
		byte[] bytes = new byte[SealingKey.LENGTH];
		for (int i = 0; i < bytes.length; i++) {
			bytes[i] = (byte) (start + i);
		}
		return new SealingKey(bytes);
	}

}
