package org.campanile.web.factor.external;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.attribute.Tls;
import org.campanile.factor.external.ExternalValidator.Answer;
import org.campanile.factor.external.ExternalValidator.Confirmation;
import org.campanile.factor.external.ExternalValidator.UnansweredException;
import org.campanile.factor.external.ExternalValidator.UnansweredException.Cause;
import org.campanile.factor.external.PrivacyIdea;
import org.campanile.http.OutgoingHttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Each answer of privacyIDEA or of a stub must become a typed outcome. */
@Timeout(60)
class PrivacyIdeaTests {

	private final OutgoingHttp http = new OutgoingHttp(Tls.context(Optional.empty()));

	private StubPrivacyIdea stub;

	private PrivacyIdea privacyIdea;

	@BeforeEach
	void start() throws IOException {
		stub = new StubPrivacyIdea();
		privacyIdea = new PrivacyIdea(
				new PrivacyIdea.Settings(stub.url(), "campus", Optional.of("secret"), Duration.ofSeconds(10)), http);
	}

	@AfterEach
	void stop() throws IOException {
		stub.close();
		http.close();
	}

	@Test
	void whenTheCodeIsRightThenAccepted() throws Exception {
		assertThat(privacyIdea.check("alice", "123456", "")).isEqualTo(new Answer.Accepted());
		assertThat(stub.asked).containsExactly(new StubPrivacyIdea.Asked("/validate/check",
				Map.of("user", "alice", "realm", "campus", "pass", "123456"), null));
	}

	@Test
	void whenItIsWrongThenRejectedWithWhatItSays() throws Exception {
		assertThat(privacyIdea.check("alice", "654321", "")).isEqualTo(new Answer.Rejected("wrong otp value"));
	}

	@Test
	void whenThePinBeginsAChallengeThenItsTransactionIsToBeAnswered() throws Exception {
		assertThat(privacyIdea.check("alice", "pin", ""))
			.isEqualTo(new Answer.Challenged(StubPrivacyIdea.TRANSACTION, "Please enter the code", true, false));
		assertThat(privacyIdea.check("alice", "123456", StubPrivacyIdea.TRANSACTION)).isEqualTo(new Answer.Accepted());
		assertThat(stub.asked.getLast().fields()).containsEntry("transaction_id", StubPrivacyIdea.TRANSACTION);
	}

	/**
	 * If a PIN must be changed, privacyIDEA answers a right code by a challenge, which is
	 * no proof of the factor.
	 */
	@Test
	void whenThePinMustBeChangedThenItIsAskedFor() throws Exception {
		stub.answerWith(200, StubPrivacyIdea.json("false", "CHALLENGE",
				"\"pin_change\":true," + StubPrivacyIdea.challenge("interactive", "Please enter a new PIN")));
		assertThat(privacyIdea.check("alice", "123456", ""))
			.isEqualTo(new Answer.Challenged(StubPrivacyIdea.TRANSACTION, "Please enter a new PIN", true, false));
	}

	@Test
	void whenTriggeredThenTheServiceTokenIsShown() throws Exception {
		assertThat(privacyIdea.trigger("alice"))
			.isEqualTo(new Answer.Challenged(StubPrivacyIdea.TRANSACTION, "Please confirm", false, true));
		assertThat(stub.asked.getLast().token()).isEqualTo("secret");
		assertThat(privacyIdea.trigger("bob")).isInstanceOf(Answer.NoToken.class);
	}

	@Test
	void whenATokenIsLockedThenTheUserHasOneNevertheless() throws Exception {
		stub.answerWith(200, StubPrivacyIdea.LOCKED);
		assertThat(privacyIdea.trigger("alice")).isEqualTo(new Answer.Rejected("Failcounter exceeded"));
		String both = "\"messages\":[\"Failcounter exceeded\",\"Touch it\"],";
		stub.answerWith(200,
				StubPrivacyIdea.json("1", "CHALLENGE", both + StubPrivacyIdea.challenge("webauthn", "Touch it")));
		assertThat(privacyIdea.trigger("alice")).as("beside a passkey").isInstanceOf(Answer.Rejected.class);
	}

	@ParameterizedTest
	@CsvSource({ "pending, PENDING", "accept, CONFIRMED", "declined, DECLINED", "cancelled, DECLINED" })
	void whenPolledThenItSaysHowFarTheChallengeIs(String status, Confirmation expected) throws Exception {
		stub.confirmation = status;
		assertThat(privacyIdea.confirmation(StubPrivacyIdea.TRANSACTION)).isEqualTo(expected);
	}

	@Test
	void whenTheUserDeclinesThenRejected() throws Exception {
		stub.answerWith(200, StubPrivacyIdea.json("false", "DECLINED", "\"message\":\"declined\""));
		assertThat(privacyIdea.check("alice", "", StubPrivacyIdea.TRANSACTION))
			.isEqualTo(new Answer.Rejected("declined on the device"));
	}

	@Test
	void whenTheUserIsUnknownThereThenNoToken() throws Exception {
		stub.answerWith(400, """
				{"detail":null,"id":1,"jsonrpc":"2.0","result":{"status":false,"error":
				{"code":904,"message":"ERR904: The user can not be found in any resolver in this realm!"}}}""");
		assertThat(privacyIdea.check("nobody", "123456", "")).isInstanceOf(Answer.NoToken.class);
		assertThat(privacyIdea.trigger("nobody")).isInstanceOf(Answer.NoToken.class);
	}

	@Test
	void whenOnlyAPasskeyCouldAnswerThenNoToken() throws Exception {
		stub.answerWith(200,
				StubPrivacyIdea.json("false", "CHALLENGE", StubPrivacyIdea.challenge("webauthn", "Touch it")));
		assertThat(privacyIdea.check("alice", "pin", "")).isInstanceOf(Answer.NoToken.class);
	}

	/**
	 * None of these answers proves a factor, although each contains {@code true}
	 * somewhere.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "", "true", "[true]", "<html>Sign in to the proxy</html>", "{\"result\":{\"value\":true}}",
			"{\"result\":{\"status\":\"true\",\"value\":true}}", "{\"result\":{\"status\":true,\"value\":\"true\"}}",
			"{\"result\":{\"status\":true,\"value\":1}}",
			"{\"result\":{\"status\":true,\"value\":true,\"authentication\":\"REJECT\"}}",
			"{\"result\":{\"status\":true,\"value\":true,\"authentication\":\"CHALLENGE\"}}",
			"{\"result\":{\"status\":true,\"value\":false,\"authentication\":\"ACCEPT\"}}",
			"{\"result\":{\"status\":true,\"value\":true,\"authentication\":\"YES\"}}",
			"{\"result\":{\"status\":true,\"value\":false,\"value\":true}}",
			"{\"result\":{\"status\":true,\"value\":true}}{}",
			"{\"result\":{\"status\":true,\"value\":false,\"authentication\":\"CHALLENGE\"},"
					+ "\"detail\":{\"transaction_id\":\"../../auth\"}}",
			"{\"result\":{\"status\":true,\"value\":true},\"detail\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1" })
	void whenTheAnswerIsNotOfItsFormThenNotUnderstood(String body) {
		stub.answerWith(200, body);
		assertUnanswered(Cause.NOT_UNDERSTOOD);
	}

	@ParameterizedTest
	@CsvSource({ "500, FAULT", "502, FAULT", "503, FAULT", "401, FAULT", "403, FAULT", "302, NOT_UNDERSTOOD",
			"404, NOT_UNDERSTOOD" })
	void whenTheStatusIsAnErrorThenWhatTheBodySaysDoesNotCount(int status, Cause cause) {
		stub.answerWith(status, StubPrivacyIdea.json("true", "ACCEPT", "\"message\":\"matching 1 tokens\""));
		assertUnanswered(cause);
	}

	@Test
	void whenItRefusesUsThenRefusedWithItsCode() {
		stub.answerWith(401,
				"""
						{"result":{"status":false,"error":{"code":4033,"message":"Authentication failure.\\nThe token expired"}}}""");
		assertThat(assertUnanswered(Cause.REFUSED)).hasMessageContaining("4033").hasMessageNotContaining("\n");
	}

	@Test
	void whenTheAnswerIsTooLongThenNoAnswer() {
		stub.answerWith(200, "[" + "1,".repeat(200_000) + "1]");
		assertUnanswered(Cause.NO_ANSWER);
	}

	@Test
	void whenTheBodyTricklesThenGivenUpAtTheDeadline() throws Exception {
		CountDownLatch over = new CountDownLatch(1);
		stub.instead = exchange -> {
			exchange.sendResponseHeaders(200, 0);
			while (over.getCount() > 0) {
				exchange.getResponseBody().write(' ');
				exchange.getResponseBody().flush();
				LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
			}
		};
		try (PrivacyIdea impatient = new PrivacyIdea(
				new PrivacyIdea.Settings(stub.url(), "", Optional.empty(), Duration.ofMillis(300)), http)) {
			assertThatExceptionOfType(UnansweredException.class)
				.isThrownBy(() -> impatient.check("alice", "123456", ""))
				.withMessage("no answer within 300 ms")
				.extracting(UnansweredException::reason)
				.isEqualTo(Cause.NO_ANSWER);
		}
		finally {
			over.countDown();
		}
	}

	@Test
	void whenNothingListensThenNoAnswer() {
		stub.close();
		assertUnanswered(Cause.NO_ANSWER);
	}

	@Test
	void whenNamesAndCodesHaveSignsThenTheyArriveAsTheyAre() throws Exception {
		privacyIdea.check("al&user=bob+ é", "1 2&pass=3%", "");
		assertThat(stub.asked.getLast().fields()).containsEntry("user", "al&user=bob+ é")
			.containsEntry("pass", "1 2&pass=3%");
	}

	private UnansweredException assertUnanswered(Cause cause) {
		UnansweredException[] thrown = new UnansweredException[1];
		assertThatExceptionOfType(UnansweredException.class).isThrownBy(() -> privacyIdea.check("alice", "123456", ""))
			.satisfies(ex -> {
				assertThat(ex.reason()).as(ex.getMessage()).isEqualTo(cause);
				thrown[0] = ex;
			});
		return thrown[0];
	}

}
