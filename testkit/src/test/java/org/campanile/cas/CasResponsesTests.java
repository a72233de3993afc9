package org.campanile.cas;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.campanile.cas.CasTickets.Ticket;
import org.campanile.session.SessionKey;

import static org.assertj.core.api.Assertions.assertThat;

class CasResponsesTests {

	private static final Instant NOW = Instant.parse("2026-11-01T08:00:00Z");

	private static final String URL = "https://app.example.org/";

	@ParameterizedTest
	@CsvSource({ "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport, password",
			"urn:oasis:names:tc:SAML:2.0:ac:classes:Password, password", "https://refeds.org/profile/mfa, unspecified",
			"https://refeds.org/profile/sfa, unspecified" })
	void whenAnswersAreInSaml11ThenOnlyAPasswordIsStatedAsOne(String contextClass, String method) {
		assertThat(saml11(contextClass))
			.contains("AuthenticationMethod=\"urn:oasis:names:tc:SAML:1.0:am:" + method + "\"")
			.contains('>' + contextClass + '<');
	}

	/** For services whose clocks are slow. */
	@Test
	void whenAnAnswerIsInSaml11ThenItIsBackdated() {
		assertThat(saml11("urn:oasis:names:tc:SAML:2.0:ac:classes:Password"))
			.contains(" NotBefore=\"2026-11-01T07:59:30Z\" ")
			.contains(" NotOnOrAfter=\"2026-11-01T08:00:30Z\"");
	}

	private static String saml11(String contextClass) {
		Ticket ticket = new Ticket("app", URL, "alice", Map.of(), new Ticket.Authn(NOW, contextClass, true),
				new Ticket.Session(new SessionKey("key"), NOW), List.of());
		byte[] answer = CasResponses.saml11(new TicketValidation.Result.Valid(ticket, null),
				new CasResponses.Saml11("_1", "_2", "", URL, "idp", NOW));
		return new String(answer, StandardCharsets.UTF_8);
	}

}
