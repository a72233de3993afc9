package org.campanile.web.sso;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A rolling upgrade must not lose any user's login, so the data of the previous version
 * must be readable. {@link StoredForms} wrote the file in the last version without
 * further factors.
 */
class StoredFormsTests {

	private static final String PASSWORD = "password@2026-11-25T12:00:00.123Z[]";

	private static final String BOTH = '[' + PASSWORD
			+ ", passkey@2026-11-25T12:00:05.123Zkey-1[USER_VERIFIED, PHISHING_RESISTANT]]";

	private static final String SESSION = " {affiliation=[Scoped[value=staff, scope=example.edu]], "
			+ "mail=[Text[text=alice@example.edu]]} [ServiceSignOn[protocol=cas, service=https://app.example.edu/, "
			+ "handle=Handle[value=ST-1, kind=, qualifiers={url=https://app.example.edu/in}], "
			+ "at=2026-11-25T12:00:00.123Z]]";

	private static final Map<String, String> READ = Map.of("session-password", "alice [" + PASSWORD + ']' + SESSION,
			"session-factors", "alice " + BOTH + SESSION + " shared", "flow-url", "live the request", "flow-password",
			"asked password {} [] the request", "flow-factor", "asked passkey {a=b} [" + PASSWORD + "] the request",
			"flow-after-login", "signed in " + "0".repeat(64) + " the request", "pass",
			"alice " + BOTH + " {X-Remote-User=alice} 2026-11-25T12:00:00.123Z");

	@Test
	void whenTheVersionBeforeWroteThemThenAllAreRead() throws Exception {
		try (InputStream in = Objects
			.requireNonNull(StoredFormsTests.class.getResourceAsStream("stored-forms.properties"))) {
			String written = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
			assertThat(new StoredForms().read(written)).containsExactlyInAnyOrderEntriesOf(READ);
		}
	}

	/** Ensures that the file can be generated again for the next version. */
	@Test
	void whenThisVersionWritesThemThenItReadsTheSame() throws Exception {
		assertThat(new StoredForms().read(new StoredForms().write())).containsExactlyInAnyOrderEntriesOf(READ);
	}

}
