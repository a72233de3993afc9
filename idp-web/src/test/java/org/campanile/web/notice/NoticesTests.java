package org.campanile.web.notice;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import jakarta.mail.internet.MimeMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import org.campanile.attribute.AttributeResolver;
import org.campanile.attribute.UnusableAnswerException;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.Polling;
import org.campanile.web.testkit.LogLines;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests mail to users, as received by a mail server. */
@Timeout(120)
class NoticesTests {

	private static final MutableClock clock = new MutableClock(Instant.now());

	private static MailServer server;

	private static TestIdp idp;

	@BeforeAll
	static void start() throws Exception {
		server = new MailServer();
		idp = idp();
	}

	private static TestIdp idp(String... further) {
		List<String> settings = new ArrayList<>(
				List.of("campanile.mail.host=127.0.0.1", "campanile.mail.port=" + server.port(),
						"campanile.mail.security=none", "campanile.mail.from=Login <no-reply@example.edu>",
						"campanile.branding.help-url=https://help.example.edu/", "campanile.factors.enabled=true"));
		settings.addAll(List.of(further));
		return TestIdp.start(TestIdp.newHome(), TestIdp.clock(clock), settings.toArray(String[]::new));
	}

	@AfterAll
	static void stop() throws Exception {
		idp.close();
		server.close();
	}

	@BeforeEach
	void forget() {
		server.mails.clear();
		server.refuses = false;
	}

	@Test
	void whenAUserChangedSomethingThenToldInTheLanguageOfThePage() throws Exception {
		idp.bean(Notices.class)
			.send(new Notice(Notice.Event.FACTOR_ADDED, "alice", "alice@example.org", Locale.GERMAN, "Firefox, Linux"));
		MimeMessage mail = received();
		assertThat(mail.getSubject()).isEqualTo("Ihrem Konto wurde ein zweiter Schritt hinzugefügt");
		assertThat(mail.getAllRecipients()).extracting(Object::toString).containsExactly("alice@example.org");
		assertThat(mail.getFrom()).extracting(Object::toString).containsExactly("Login <no-reply@example.edu>");
		assertThat(mail.getContent().toString()).contains("Guten Tag alice,", "Womit: Firefox, Linux",
				"https://help.example.edu/", "Example University");
	}

	@Test
	void whenAnAdministratorChangedSomethingThenTheAddressIsLookedUp() throws Exception {
		idp.bean(Notices.class).send(Notice.byAdministrator(Notice.Event.FACTORS_RESET, "alice"));
		MimeMessage mail = received();
		assertThat(mail.getAllRecipients()).extracting(Object::toString).containsExactly("alice@example.edu");
		assertThat(mail.getContent().toString()).contains("The help desk removed").doesNotContain("With:");
	}

	@Test
	void whenTheSourceOfAnIdentifierIsDownThenTheAddressIsLookedUpAllTheSame() throws Exception {
		try (TestIdp other = idp("campanile.attributes.sources.hr.http.url=http://127.0.0.1:1/people/{username}",
				"campanile.attributes.sources.hr.http.attributes.employeeNumber=/number",
				"campanile.attributes.definitions.employeeNumber.from=hr,ldap",
				"campanile.name-id.persistent-source=employeeNumber")) {
			AttributeResolver logins = other.bean(AttributeResolver.class);
			assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> logins.resolve("alice"));
			other.bean(Notices.class).send(Notice.byAdministrator(Notice.Event.FACTORS_RESET, "alice"));
			assertThat(received().getAllRecipients()).extracting(Object::toString).containsExactly("alice@example.edu");
		}
	}

	static Stream<Notice.Event> events() {
		return Stream.of(Notice.Event.values());
	}

	@ParameterizedTest
	@MethodSource("events")
	void whenAnyOfThemHappensThenThereIsAText(Notice.Event event) throws Exception {
		for (Locale locale : List.of(Locale.ENGLISH, Locale.GERMAN, Locale.FRENCH)) {
			server.mails.clear();
			idp.bean(Notices.class).send(new Notice(event, "alice", "alice@example.org", locale, ""));
			assertThat(received().getSubject()).isNotBlank();
		}
	}

	@Test
	void whenAnAddressIsNoneThenNothingIsSentAndTheNextIs() throws Exception {
		try (LogLines warnings = LogLines.warnings()) {
			idp.bean(Notices.class)
				.send(new Notice(Notice.Event.FACTOR_ADDED, "alice", "a@b.example\r\nBcc: all@example.org", null, ""));
			idp.bean(Notices.class)
				.send(new Notice(Notice.Event.FACTOR_ADDED, "eve\r\nBcc: all@example.org", "eve@example.org", null,
						"x\r\n.\r\nMAIL FROM:<x@example.org>"));
			MimeMessage mail = received();
			assertThat(mail.getAllRecipients()).extracting(Object::toString).containsExactly("eve@example.org");
			assertThat(server.mails).hasSize(1);
			assertThat(warnings.lines()).singleElement().asString().contains("is no mail address");
		}
	}

	@Test
	void whenTheServerRefusesThenOneLineAndTheNextIsSent() throws Exception {
		Notice notice = new Notice(Notice.Event.FACTOR_ADDED, "alice", "alice@example.org", null, "");
		server.refuses = true;
		try (LogLines warnings = LogLines.warnings()) {
			idp.bean(Notices.class).send(notice);
			Polling.until(() -> !warnings.lines().isEmpty());
			assertThat(warnings.lines()).singleElement()
				.asString()
				.contains("A mail about FACTOR_ADDED was not sent; check campanile.mail", "550");
		}
		server.refuses = false;
		idp.bean(Notices.class).send(notice);
		assertThat(received().getSubject()).isEqualTo("A second step was added to your account");
	}

	/** Anyone who knows the password could have made this change. */
	@Test
	void whenSomethingIsChangedOnTheWayToAServiceThenTheUserIsTold() throws Exception {
		AuditLog audit = idp.bean(AuditLog.class);
		audit.record(new AuditEvent(AuditEvent.Type.FACTOR_ADDED, "OK",
				Map.of("user", "alice", "factor", "totp", "service", "https://wiki.example.org")));
		assertThat(received().getSubject()).isEqualTo("A second step was added to your account");
		server.mails.clear();
		audit.record(new AuditEvent(AuditEvent.Type.FACTOR_ADDED, "NOT_CONFIRMED",
				Map.of("user", "alice", "factor", "totp", "service", "https://wiki.example.org")));
		audit.record(new AuditEvent(AuditEvent.Type.PASSWORD_CHANGED, "OK", Map.of("user", "alice")));
		assertThat(received().getSubject()).isEqualTo("Your password was changed");
		assertThat(server.mails).hasSize(1);
	}

	@Test
	void whenItIsDeliveredLaterThenItSaysWhenItHappened() throws Exception {
		String day = DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
			.withLocale(Locale.UK)
			.format(clock.instant().atZone(ZoneId.systemDefault()));
		server.delivery.lock();
		try {
			for (String address : List.of("alice@example.org", "bob@example.org")) {
				idp.bean(Notices.class)
					.send(new Notice(Notice.Event.FACTOR_ADDED, "alice", address, Locale.ENGLISH, ""));
			}
			clock.advance(Duration.ofDays(1));
		}
		finally {
			server.delivery.unlock();
		}
		assertThat(received(2).getContent().toString()).contains("When: " + day);
	}

	/**
	 * Whoever adds and removes factors in a loop must not keep a victim from being told.
	 */
	@Test
	void whenOneUserFloodsTheQueueThenAnotherIsStillTold() {
		Notices notices = idp.bean(Notices.class);
		Notice flood = new Notice(Notice.Event.FACTOR_ADDED, "mallory", "mallory@example.org", Locale.ENGLISH, "");
		server.delivery.lock();
		try {
			for (int i = 0; i < 600; i++) {
				notices.send(flood);
			}
			notices.send(new Notice(Notice.Event.FACTOR_ADDED, "alice", "alice@example.org", Locale.ENGLISH, ""));
		}
		finally {
			server.delivery.unlock();
		}
		Polling.until(() -> mailsTo("alice@example.org") == 1);
		assertThat(mailsTo("mallory@example.org")).isEqualTo(2);
		notices.send(flood);
		Polling.until(() -> mailsTo("mallory@example.org") == 3);
	}

	/** Otherwise an intruder could hide a new passkey behind harmless changes. */
	@Test
	void whenAUserChangesSomethingOverAndOverThenStillToldOfANewFactor() throws Exception {
		Notices notices = idp.bean(Notices.class);
		server.delivery.lock();
		try {
			for (int i = 0; i < 10; i++) {
				notices.send(
						new Notice(Notice.Event.RECOVERY_CODES_MADE, "alice", "alice@example.org", Locale.ENGLISH, ""));
			}
			notices.send(new Notice(Notice.Event.FACTOR_ADDED, "alice", "alice@example.org", Locale.ENGLISH, ""));
		}
		finally {
			server.delivery.unlock();
		}
		assertThat(received(3).getSubject()).isEqualTo("A second step was added to your account");
	}

	@Test
	void whenTheLastRecoveryCodeIsUsedThenToldOnceInTheLanguageOfThePage() throws Exception {
		RecoveryCodeMethod method = idp.bean(RecoveryCodeMethod.class);
		AuthenticatedUser alice = new AuthenticatedUser("alice", "alice", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
		LoginOrigin origin = new LoginOrigin("127.0.0.1");
		Map<String, String> challenge = method.enrolmentChallenge(alice);
		method.enrol(alice, new AuthenticationMethod.Submission("alice", Map.of(), challenge, origin));
		MockHttpServletRequest page = new MockHttpServletRequest("POST", "/idp/login");
		page.addHeader("Accept-Language", "de");
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(page));
		try {
			for (String code : RecoveryCodeMethod.codes(challenge)) {
				method.verify(Optional.of(alice),
						new AuthenticationMethod.Submission("alice", Map.of("code", code), Map.of(), origin));
			}
		}
		finally {
			RequestContextHolder.resetRequestAttributes();
		}
		assertThat(received().getSubject()).isEqualTo("Ihr letzter Wiederherstellungscode wurde benutzt");
		assertThat(server.mails).hasSize(1);
	}

	private static long mailsTo(String address) {
		return server.mails.stream().filter(mail -> mail.contains("To: " + address)).count();
	}

	private static MimeMessage received() throws Exception {
		return received(1);
	}

	/** Waits for that many mails, and returns the last of them. */
	private static MimeMessage received(int count) throws Exception {
		Polling.until(() -> server.mails.size() >= count);
		return new MimeMessage(null,
				new ByteArrayInputStream(server.mails.get(count - 1).getBytes(StandardCharsets.UTF_8)));
	}

}
