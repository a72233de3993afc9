package org.campanile.web.factor.external;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.HomeFolder;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UserReader;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.directory.DirectoryEntry;
import org.campanile.factor.external.ExternalMethod;
import org.campanile.testkit.session.SessionFixtures;
import org.campanile.web.outgoing.OutgoingProperties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests who has the factor with {@code users: attribute}, the check of its URL, and its
 * connections.
 */
class ExternalConfigurationTests {

	private static final Instant NOW = Instant.parse("2026-11-27T10:00:00Z");

	private static final ExternalProperties PROPERTIES = new ExternalProperties(true, "https://otp.example.edu", "",
			false, null, null, Duration.ofSeconds(5), 1, false, ExternalProperties.Users.ATTRIBUTE, "otp", List.of(),
			Duration.ofMinutes(2));

	/** A step-up reads the entry, which no login may find any more. */
	@Test
	void whenNoEntryIsFoundThenTheUserHasTheFactor() throws Exception {
		assertThat(isReady(principal -> Optional.of(SourceValues.ofTexts(Map.of("otp", List.of("yes")))))).isTrue();
		assertThat(isReady(principal -> Optional.of(SourceValues.NONE))).isFalse();
		assertThat(isReady(principal -> Optional.empty())).isTrue();
	}

	/** Active Directory returns many values in part. */
	@Test
	void whenTheEntryHasOnlyAPartOfTheValuesThenTheUserHasTheFactor() throws Exception {
		DirectoryEntry entry = new DirectoryEntry("uid=alice,dc=edu",
				Map.of("otp", List.of(), "otp;range=0-1499", List.of(new byte[1])));
		assertThat(isReady(principal -> Optional.of(entry))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://me:s3cret@otp.example.edu", "https://me:s3cret%@otp.example.edu",
			"https://me:s3/cret@otp.example.edu", "me:s3cret@otp.example.edu" })
	void whenTheUrlContainsAPasswordThenItIsRefusedAndNotQuoted(String url) {
		ExternalProperties properties = new ExternalProperties(true, url, "", false, null, null, Duration.ofSeconds(5),
				1, false, ExternalProperties.Users.ALL, null, List.of(), Duration.ofMinutes(2));
		assertThatIllegalArgumentException().isThrownBy(properties::settings)
			.withMessageStartingWith("campanile.factors.external.url: '")
			.withMessageContaining("…@otp.example.edu'")
			.withMessageNotContaining("cret")
			.withNoCause();
	}

	/** Waiting for a connection would count as a failure of the server. */
	@Test
	@Timeout(60)
	void whenAsManyRequestsWaitAsMayThenEachHasAConnectionAndAFurtherOneIsRefused() throws Exception {
		int most = 30;
		CountDownLatch arrived = new CountDownLatch(most);
		CountDownLatch answers = new CountDownLatch(1);
		try (StubPrivacyIdea stub = new StubPrivacyIdea();
				ExternalMethod method = method(
						new ExternalProperties(true, stub.url(), "", false, null, null, Duration.ofSeconds(30), most,
								false, ExternalProperties.Users.ALL, null, List.of(), Duration.ofMinutes(2)),
						principal -> Optional.empty());
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			stub.instead = exchange -> {
				arrived.countDown();
				await(answers);
				StubPrivacyIdea.send(exchange, 200, StubPrivacyIdea.json("true", "ACCEPT", "\"message\":\"found\""));
			};
			List<Future<Verdict>> waiting = new ArrayList<>();
			for (int i = 0; i < most; i++) {
				waiting.add(threads.submit(() -> verify(method)));
			}
			arrived.await();
			assertThatExceptionOfType(MethodUnavailableException.class).isThrownBy(() -> verify(method))
				.withMessageContaining("max-concurrent");
			answers.countDown();
			for (Future<Verdict> verdict : waiting) {
				assertThat(verdict.get()).isInstanceOf(Verdict.Proven.class);
			}
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Verdict verify(ExternalMethod method) throws MethodUnavailableException {
		return method.verify(Optional.of(SessionFixtures.user("alice", NOW)),
				new Submission("alice", Map.of("code", "123456"), Map.of(), new LoginOrigin("192.0.2.1")));
	}

	private static boolean isReady(UserReader reader) throws Exception {
		try (ExternalMethod method = method(PROPERTIES, reader)) {
			return method.isReady(SessionFixtures.user("alice", NOW).withoutEntry());
		}
	}

	private static ExternalMethod method(ExternalProperties properties, UserReader reader) {
		return new ExternalConfiguration().externalMethod(properties, new OutgoingProperties(null),
				new HomeFolder(Path.of("")), reader, InstantSource.fixed(NOW));
	}

}
