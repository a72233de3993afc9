package org.campanile.factor.bypass;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.SilentMethod;
import org.campanile.factor.Bypass;
import org.campanile.factor.Enrolments;
import org.campanile.factor.StoreCall;
import org.campanile.store.StoreUnavailableException;

/**
 * Grants, revokes and uses administrators' permissions for single users to sign in
 * without a further factor for a limited time, for example after the loss of a phone.
 * Every grant, use and revocation is audited. Thread-safe.
 */
public final class Bypasses implements SilentMethod {

	private static final int MAX_REASON = 200;

	private final Enrolments enrolments;

	private final Duration longest;

	private final InstantSource clock;

	private final AuditLog auditLog;

	/**
	 * @param longest how long one may last
	 */
	public Bypasses(Enrolments enrolments, Duration longest, InstantSource clock, AuditLog auditLog) {
		this.enrolments = enrolments;
		this.longest = longest;
		this.clock = clock;
		this.auditLog = auditLog;
	}

	public sealed interface Grant {

		/**
		 * The bypass is in force.
		 *
		 * @param bypass as it is stored
		 */
		record Granted(Bypass bypass) implements Grant {
		}

		/**
		 * The bypass was refused; nothing was changed.
		 *
		 * @param fault the fault and its remedy, for the administrator
		 */
		record Refused(String fault) implements Grant {
		}

	}

	/**
	 * Grants a bypass, in place of the one before.
	 * @param principal the user's canonical name
	 * @param reason why; kept and written to every audit line of its use
	 * @param by the administrator
	 * @param until when it ends
	 */
	public Grant grant(String principal, String reason, String by, Instant until) throws StoreUnavailableException {
		Instant now = clock.instant();
		String given = reason.strip();
		if (given.isEmpty() || given.length() > MAX_REASON || by.isBlank()) {
			return new Grant.Refused("a bypass needs a reason of 1 to " + MAX_REASON
					+ " characters and the name of who grants it; give both");
		}
		if (!now.isBefore(until)) {
			return new Grant.Refused("a bypass ends in the future, and " + until + " is over; give a later time");
		}
		if (until.isAfter(now.plus(longest))) {
			return new Grant.Refused("a bypass lasts " + longest.toHours() + " hours at most "
					+ "(campanile.factors.bypass.maximum); give a time until " + now.plus(longest));
		}
		Bypass bypass = new Bypass(given, by.strip(), until);
		enrolments.change(principal, enrolment -> enrolment.with(bypass));
		audit(AuditEvent.Type.BYPASS_GRANTED, principal, bypass, by.strip());
		return new Grant.Granted(bypass);
	}

	/**
	 * Ends the bypass of a user.
	 * @param by the administrator
	 * @return the bypass that was in force; empty if there was none
	 */
	public Optional<Bypass> revoke(String principal, String by) throws StoreUnavailableException {
		Optional<Bypass> live = find(principal);
		if (live.isPresent()) {
			enrolments.change(principal, enrolment -> enrolment.with((Bypass) null));
			audit(AuditEvent.Type.BYPASS_REVOKED, principal, live.get(), by.strip());
		}
		return live;
	}

	/** The bypass that is in force for a user; empty if there is none. */
	public Optional<Bypass> find(String principal) throws StoreUnavailableException {
		return Optional.ofNullable(enrolments.find(principal).bypass())
			.filter(bypass -> bypass.isLiveAt(clock.instant()));
	}

	@Override
	public FactorKind kind() {
		return FactorKind.BYPASS;
	}

	@Override
	public boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		return live(user).isPresent();
	}

	/**
	 * A bypass also counts for a forced authentication, as the user has nothing else to
	 * prove.
	 */
	@Override
	public boolean countsWhenForced() {
		return true;
	}

	/**
	 * The bypass lasts no longer than it was granted for, however long the session lasts.
	 */
	@Override
	public boolean lasts(AuthenticatedUser user) throws MethodUnavailableException {
		return live(user).isPresent();
	}

	@Override
	public Optional<Proof> prove(AuthenticatedUser user) throws MethodUnavailableException {
		return live(user).map(bypass -> new Proof(new Factor(FactorKind.BYPASS, clock.instant()), Map.of("bypassReason",
				bypass.reason(), "bypassBy", bypass.by(), "bypassUntil", bypass.until().toString())));
	}

	private Optional<Bypass> live(AuthenticatedUser user) throws MethodUnavailableException {
		return StoreCall.answered(() -> find(user.principal()));
	}

	private void audit(AuditEvent.Type type, String principal, Bypass bypass, String by) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", principal);
		fields.put("by", by);
		fields.put("until", bypass.until().toString());
		fields.put("bypassReason", bypass.reason());
		auditLog.record(new AuditEvent(type, "OK", fields));
	}

}
