package org.campanile.web.management;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.convert.DurationStyle;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Bypass;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.factor.bypass.Bypasses;
import org.campanile.factor.pin.Pins;
import org.campanile.record.RecordStore;
import org.campanile.record.UnreadableRecordException;
import org.campanile.signon.EndedLogins;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.notice.Notice;
import org.campanile.web.notice.Notices;

/**
 * {@code /actuator/factors}: the enrolments of users, without secrets; the reset of one
 * user, and bypasses, all audited; and resealing. Thread-safe.
 */
@WebEndpoint(id = "factors")
class FactorsEndpoint {

	private static final int DEFAULT_LIMIT = 100;

	private static final String RESEAL = "reseal";

	/** The form of {@link Enrolments.Page#next()}. */
	private static final Pattern CURSOR = Pattern.compile("[0-9a-f]{64}");

	private static final String PIN = "pin";

	private static final String WHOSE = "principal: missing; give the canonical name, as user= in the audit log";

	private final Enrolments enrolments;

	private final EndedLogins endedLogins;

	private final ObjectProvider<Bypasses> bypasses;

	private final @Nullable String bypassWarning;

	private final Notices notices;

	private final AuditLog auditLog;

	private final InstantSource clock;

	private final Resealing resealing;

	/**
	 * @param bypassWarning why a bypass would help nobody; null if it would
	 */
	FactorsEndpoint(Enrolments enrolments, EndedLogins endedLogins, ObjectProvider<Bypasses> bypasses,
			@Nullable String bypassWarning, Notices notices, AuditLog auditLog, InstantSource clock,
			Resealing resealing) {
		this.resealing = resealing;
		this.enrolments = enrolments;
		this.endedLogins = endedLogins;
		this.bypasses = bypasses;
		this.bypassWarning = bypassWarning;
		this.notices = notices;
		this.auditLog = auditLog;
		this.clock = clock;
	}

	/**
	 * The enrolments of a user.
	 *
	 * @param principal the user's canonical name
	 * @param credentials in the order in which they were enrolled
	 * @param bypass the one in force; null if there is none
	 */
	record Enrolled(String principal, List<Item> credentials, @Nullable Exemption bypass) {
	}

	/**
	 * A credential.
	 *
	 * @param kind the kind of factor
	 * @param id names it in audit lines
	 * @param name the name that the user gave it
	 * @param created when it was enrolled
	 * @param used the day on which it was last used; null if never
	 */
	record Item(String kind, String id, String name, String created, @Nullable String used) {

		static Item of(Credential credential) {
			Instant used = credential.usedAt();
			return new Item(credential.kind().code(), credential.id(), credential.name(),
					credential.createdAt().toString(), used == null ? null : used.toString());
		}

	}

	/**
	 * A bypass.
	 *
	 * @param reason why
	 * @param by who granted it
	 * @param until when it ends
	 * @param warning why it helps nobody; null if it does
	 */
	record Exemption(String reason, String by, String until, @Nullable String warning) {
	}

	/**
	 * All users who have enrolled something.
	 *
	 * @param users one page of them, in arbitrary order
	 * @param unreadable how many more there are on it whose enrolment cannot be read
	 * @param next the value of {@code after} for the next page; null on the last
	 */
	record Page(List<Enrolled> users, int unreadable, @Nullable String next) {
	}

	/**
	 * The outcome of a reset.
	 *
	 * @param removed how many credentials the user had; 0 if they could not be read
	 * @param unreadable whether they could not be read, and are gone
	 * @param changed whether anything was stored, such as a bypass alone
	 */
	record Reset(int removed, boolean unreadable, boolean changed) {
	}

	/**
	 * The outcome of ending a bypass.
	 *
	 * @param revoked false if none was in force
	 */
	record Revoked(boolean revoked) {
	}

	/**
	 * Returns the enrolments of a user; without a name, of everybody who has enrolled
	 * something.
	 * @param after {@code next} of the page before
	 * @param limit the most that are listed, 1 to 1000; 100 if absent
	 * @param by the administrator
	 */
	@ReadOperation
	WebEndpointResponse<Object> read(@Nullable String principal, @Nullable String after, @Nullable Integer limit,
			@Nullable String by) {
		if (principal != null) {
			return principal.isBlank() ? Answers.refused(WHOSE) : of(principal, () -> {
				Enrolled enrolled = enrolled(enrolments.find(principal));
				viewed(principal, by);
				return Answers.ok(enrolled);
			});
		}
		int most = limit == null ? DEFAULT_LIMIT : limit;
		if (most < 1 || most > RecordStore.MAX_PAGE) {
			return Answers.refused("limit: from 1 to " + RecordStore.MAX_PAGE);
		}
		if (after != null && !CURSOR.matcher(after).matches()) {
			return Answers.refused("after: must be the value of next of the previous page");
		}
		return Answers.of(() -> {
			Enrolments.Page page = enrolments.list(after == null ? "" : after, most);
			List<Enrolled> users = page.enrolments()
				.stream()
				.filter(enrolment -> !enrolment.isEmpty())
				.map(this::enrolled)
				.toList();
			users.forEach(user -> viewed(user.principal(), by));
			return Answers.ok(new Page(users, page.unreadable(), page.next().orElse(null)));
		});
	}

	private void viewed(String principal, @Nullable String by) {
		auditLog.record(Administrator.event(AuditEvent.Type.PERSON_VIEWED, principal, null, by));
	}

	private Enrolled enrolled(Enrolment enrolment) {
		Bypass bypass = enrolment.bypass();
		return new Enrolled(enrolment.principal(), enrolment.credentials().stream().map(Item::of).toList(),
				bypass == null || !bypass.isLiveAt(clock.instant()) ? null
						: new Exemption(bypass.reason(), bypass.by(), bypass.until().toString(), bypassWarning));
	}

	/**
	 * Removes one part of a user's enrolment. It has an address of its own, so that a
	 * node that does not know the part refuses instead of removing everything.
	 * @param part {@code pin}
	 * @param by the administrator
	 */
	@DeleteOperation
	WebEndpointResponse<Object> removePart(@Selector String part, @Nullable String principal, @Nullable String by) {
		if (!part.equals(PIN)) {
			return Answers.notFound(part + ": there is only " + PIN);
		}
		return principal == null || principal.isBlank() ? Answers.refused(WHOSE)
				: of(principal, () -> removePin(principal, Administrator.of(by)));
	}

	/**
	 * Removes all that a user has enrolled, and ends the logins under way; or ends a
	 * bypass alone.
	 * @param bypass whether only the bypass ends
	 * @param by the administrator
	 */
	@DeleteOperation
	WebEndpointResponse<Object> remove(@Nullable String principal, @Nullable Boolean bypass, @Nullable String by) {
		if (principal == null || principal.isBlank()) {
			return Answers.refused(WHOSE);
		}
		if (Boolean.TRUE.equals(bypass)) {
			return of(principal, () -> revoke(principal, Administrator.of(by)));
		}
		return Answers.of(() -> {
			Optional<StoreUnavailableException> failure = Optional.empty();
			try {
				// First: only a form that is just being answered may still enrol anew.
				endedLogins.end(principal);
			}
			catch (StoreUnavailableException ex) {
				failure = Optional.of(ex);
			}
			OptionalInt had = count(principal);
			boolean removed = enrolments.remove(principal);
			if (removed) {
				audit(AuditEvent.Type.FACTORS_RESET, principal, Map.of("by", Administrator.of(by)));
				notices.send(Notice.byAdministrator(Notice.Event.FACTORS_RESET, principal));
			}
			if (failure.isPresent()) {
				throw new StoreUnavailableException(
						"the factors are reset, but logins under way could not be ended, repeat it: "
								+ failure.get().getMessage(),
						failure.get());
			}
			return Answers.ok(new Reset(had.orElse(0), had.isEmpty() && removed, removed));
		});
	}

	/** Answers for one user, who is named if the enrolments cannot be read. */
	private static WebEndpointResponse<Object> of(String principal, Answers.Work work) {
		return Answers.of(() -> {
			try {
				return work.run();
			}
			catch (UnreadableRecordException ex) {
				throw new UnreadableRecordException("what " + principal + " has enrolled cannot be read: "
						+ ex.getMessage() + "; or remove all of it with campanile factors " + principal
						+ " --reset, after which " + principal + " can enrol anew");
			}
		});
	}

	/** Returns the number; empty if it cannot be read. */
	private OptionalInt count(String principal) throws StoreUnavailableException {
		try {
			return OptionalInt.of(enrolments.find(principal).credentials().size());
		}
		catch (UnreadableRecordException ex) {
			return OptionalInt.empty();
		}
	}

	/**
	 * Seals enrolments with the newest key, page by page, so that older keys can be
	 * removed.
	 * @param action {@code reseal}
	 * @param after {@code next} of the page before
	 * @param discardUnreadable whether records that no key of this node opens are removed
	 * @param by the administrator
	 */
	@WriteOperation
	WebEndpointResponse<Object> reseal(@Selector String action, @Nullable String after,
			@Nullable Boolean discardUnreadable, @Nullable String by) {
		return action.equals(RESEAL)
				? Answers.of(() -> resealing.page(after, Boolean.TRUE.equals(discardUnreadable), Administrator.of(by)))
				: Answers.notFound(action + ": there is only " + RESEAL);
	}

	private WebEndpointResponse<Object> removePin(String principal, String by) throws StoreUnavailableException {
		boolean removed = Pins.remove(enrolments, principal);
		if (removed) {
			Map<String, String> more = new LinkedHashMap<>();
			more.put("factor", FactorKind.PIN.code());
			more.put("by", by);
			audit(AuditEvent.Type.FACTOR_REMOVED, principal, more);
			notices.send(Notice.byAdministrator(Notice.Event.PIN_CHANGED, principal));
		}
		return Answers.ok(new Reset(removed ? 1 : 0, false, removed));
	}

	private WebEndpointResponse<Object> revoke(String principal, String by) throws StoreUnavailableException {
		Bypasses granted = bypasses.getIfAvailable();
		return Answers.ok(new Revoked(granted != null && granted.revoke(principal, by).isPresent()));
	}

	/**
	 * Lets a user do without a further factor.
	 * @param until when that ends: for how long, such as {@code 24h}, or a date or time
	 * in UTC
	 * @param reason why
	 * @param by the administrator
	 */
	@WriteOperation
	WebEndpointResponse<Object> grant(@Nullable String principal, @Nullable String until, @Nullable String reason,
			@Nullable String by) {
		if (principal == null || principal.isBlank()) {
			return Answers.refused(WHOSE);
		}
		Bypasses granting = bypasses.getIfAvailable();
		if (granting == null) {
			return Answers.refused("campanile.factors.bypass.enabled: is not on, so no bypass would have an effect; "
					+ "set it to true and restart the server");
		}
		Optional<Instant> end = until == null ? Optional.empty() : time(until, clock.instant());
		if (end.isEmpty()) {
			return Answers.refused("until: give for how long, such as 24h or 3d, or a date such as 2026-12-24, "
					+ "or a time such as 2026-12-24T12:00:00Z");
		}
		String who = Administrator.of(by);
		return of(principal, () -> switch (granting.grant(principal, reason == null ? "" : reason, who, end.get())) {
			case Bypasses.Grant.Granted granted -> {
				notices.send(Notice.byAdministrator(Notice.Event.BYPASS_GRANTED, principal));
				yield Answers.ok(enrolled(enrolments.find(principal)));
			}
			case Bypasses.Grant.Refused(String fault) -> Answers.refused(fault);
		});
	}

	/** Parses a time; empty if the text is none. */
	private static Optional<Instant> time(String text, Instant now) {
		try {
			if (text.matches("\\d{4}-\\d{2}-\\d{2}")) {
				return Optional.of(LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
			}
			return Optional.of(text.contains("T") && !text.startsWith("P") ? Instant.parse(text)
					: now.plus(DurationStyle.detectAndParse(text)));
		}
		catch (IllegalArgumentException | DateTimeException | ArithmeticException ex) {
			return Optional.empty();
		}
	}

	private void audit(AuditEvent.Type type, String principal, Map<String, String> more) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", principal);
		fields.putAll(more);
		auditLog.record(new AuditEvent(type, "OK", fields));
	}

}
