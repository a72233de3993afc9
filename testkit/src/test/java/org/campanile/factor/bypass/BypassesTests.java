package org.campanile.factor.bypass;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.audit.AuditEvent;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.SilentMethod;
import org.campanile.authn.Verdict;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.factor.Bypass;
import org.campanile.factor.Enrolments;
import org.campanile.factor.bypass.Bypasses.Grant;
import org.campanile.record.Records;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

class BypassesTests {

	private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

	private final MutableClock clock = new MutableClock(NOW);

	private final List<AuditEvent> audit = new ArrayList<>();

	private final Enrolments enrolments = new Enrolments(
			new Records(new HeapRecordStore(clock, new HashMap<>()), SessionFixtures.sealer(1), clock),
			new HeapOneTimeStore(clock, new HashMap<>()), clock, new SecureRandom(), Runnable::run);

	private final Bypasses bypasses = new Bypasses(enrolments, Duration.ofDays(7), clock, audit::add);

	@Test
	void whenGrantedThenProvenWithoutAskingUntilItsEnd() throws Exception {
		assertThat(bypasses.isReady(user("alice"))).isFalse();
		Instant until = NOW.plus(Duration.ofDays(2));
		assertThat(bypasses.grant("alice", " lost phone ", "helpdesk", until))
			.isEqualTo(new Grant.Granted(new Bypass("lost phone", "helpdesk", until)));
		assertThat(bypasses.isReady(user("alice"))).isTrue();
		assertThat(bypasses.isReady(user("bob"))).isFalse();
		SilentMethod.Proof proof = bypasses.prove(user("alice")).orElseThrow();
		assertThat(proof.factor()).isEqualTo(new Factor(FactorKind.BYPASS, NOW));
		assertThat(proof.details()).containsEntry("bypassReason", "lost phone").containsEntry("bypassBy", "helpdesk");
		clock.set(until);
		assertThat(bypasses.isReady(user("alice"))).isFalse();
		assertThat(bypasses.prove(user("alice"))).isEmpty();
	}

	@Test
	void whenRevokedThenOverAndAudited() throws Exception {
		bypasses.grant("alice", "lost phone", "helpdesk", NOW.plus(Duration.ofDays(2)));
		assertThat(bypasses.revoke("alice", "boss")).isPresent();
		assertThat(bypasses.isReady(user("alice"))).isFalse();
		assertThat(bypasses.revoke("alice", "boss")).as("there is none any more").isEmpty();
		assertThat(audit).extracting(AuditEvent::type)
			.containsExactly(AuditEvent.Type.BYPASS_GRANTED, AuditEvent.Type.BYPASS_REVOKED);
		assertThat(audit.getFirst().fields()).containsEntry("user", "alice")
			.containsEntry("by", "helpdesk")
			.containsEntry("bypassReason", "lost phone");
		assertThat(audit.getLast().fields()).containsEntry("by", "boss");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "  " })
	void whenThereIsNoReasonThenRefused(String reason) throws Exception {
		assertRefused(bypasses.grant("alice", reason, "helpdesk", NOW.plus(Duration.ofDays(1))));
	}

	@Test
	void whenItIsOverOrTooLongThenRefused() throws Exception {
		assertRefused(bypasses.grant("alice", "lost phone", "helpdesk", NOW));
		assertRefused(bypasses.grant("alice", "lost phone", "helpdesk", NOW.plus(Duration.ofDays(7)).plusMillis(1)));
		assertRefused(bypasses.grant("alice", "lost phone", " ", NOW.plus(Duration.ofDays(1))));
		assertRefused(bypasses.grant("alice", "x".repeat(201), "helpdesk", NOW.plus(Duration.ofDays(1))));
	}

	@Test
	void whenSentAsAFormThenRejected() {
		assertThat(bypasses.verify(Optional.of(user("alice")),
				new Submission("alice", Map.of(), Map.of(), new LoginOrigin("192.0.2.1"))))
			.isInstanceOf(Verdict.Rejected.class);
	}

	private void assertRefused(Grant grant) throws Exception {
		assertThat(grant).isInstanceOf(Grant.Refused.class);
		assertThat(bypasses.find("alice")).isEmpty();
		assertThat(audit).isEmpty();
	}

	private static AuthenticatedUser user(String principal) {
		return new AuthenticatedUser(principal, principal, Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, NOW)), Optional.empty());
	}

}
