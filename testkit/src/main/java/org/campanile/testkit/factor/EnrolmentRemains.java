package org.campanile.testkit.factor;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.campanile.authn.FactorKind;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Leaves in a store what a user enrols, with the server's own code, and looks for it in a
 * dump of that store.
 */
public final class EnrolmentRemains {

	/** The number of records left. */
	public static final int RECORDS = 2;

	private static final FactorKind KIND = new FactorKind("totp");

	private EnrolmentRemains() {
	}

	/**
	 * @return what must not be readable in the stores: the user's name and handle, and
	 * the id, the name and the secret of a credential, and a code
	 */
	public static List<String> leave(RecordStore store, OneTimeStore oneTime, InstantSource clock) throws Exception {
		Instant now = clock.instant();
		Enrolments enrolments = new Enrolments(
				Records.durable(store, SessionFixtures.sealer(1), Records.durableHashing(new byte[16]), clock), oneTime,
				clock, new SecureRandom(), Runnable::run);
		Enrolment stored = enrolments.change("planted-ada", none -> none.with(new Credential(KIND, "planted-id",
				"planted-phone", now, null, "planted-secret".getBytes(StandardCharsets.UTF_8))));
		assertThat(enrolments.principalOf(stored.handle())).hasValue("planted-ada");
		assertThat(enrolments.useOnce(KIND, "planted-ada/planted-code", now.plusSeconds(60))).isTrue();
		return List.of("planted-ada", "planted-id", "planted-phone", "planted-secret", "planted-code", "planted-",
				stored.handle());
	}

	/**
	 * Asserts that a dump contains none of these texts, neither in clear nor in
	 * hexadecimal digits or Base64, wherever in the encoded bytes they begin.
	 */
	public static void assertAbsent(String dump, List<String> planted) {
		for (String text : planted) {
			assertThat(forms(text)).noneMatch(dump::contains);
		}
	}

	private static Stream<String> forms(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		Stream<String> base64 = IntStream.range(0, 3).mapToObj(shift -> {
			byte[] shifted = new byte[shift + bytes.length];
			System.arraycopy(bytes, 0, shifted, shift, bytes.length);
			String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
			// The outer characters are omitted, as the neighbouring bytes change them.
			return encoded.substring(shift == 0 ? 0 : shift + 1, shifted.length / 3 * 4);
		}).flatMap(encoded -> Stream.of(encoded, encoded.replace('+', '-').replace('/', '_')));
		return Stream.concat(Stream.of(text, HexFormat.of().formatHex(bytes)), base64);
	}

}
