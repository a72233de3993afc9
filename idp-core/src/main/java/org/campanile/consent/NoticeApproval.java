package org.campanile.consent;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.service.Service;
import org.campanile.signon.Approval;
import org.campanile.store.StoreUnavailableException;

/**
 * Shows users messages on their way to a service. A sign-on costs one read if a message
 * concerns it that is shown once, and reading one another read and a write. Thread-safe.
 */
public final class NoticeApproval implements Approval {

	public static final String KIND = "notice";

	private final Supplier<Policy> policy;

	private final Acknowledgements acknowledgements;

	private final AuditLog auditLog;

	private final InstantSource clock;

	/**
	 * @param policy the current one
	 */
	public NoticeApproval(Supplier<Policy> policy, Acknowledgements acknowledgements, AuditLog auditLog,
			InstantSource clock) {
		this.policy = policy;
		this.acknowledgements = acknowledgements;
		this.auditLog = auditLog;
		this.clock = clock;
	}

	/**
	 * A message.
	 *
	 * @param id its name; another name is another message
	 * @param audience the users who are shown the notice
	 * @param once whether a user is shown it once; otherwise each time
	 * @param atSignOn whether users who are already signed in see it too
	 * @param acknowledged whether the user confirms to have read it
	 * @param from when it begins; null for at once
	 * @param until when it ends; null for never
	 */
	public record Notice(String id, Audience audience, boolean once, boolean atSignOn, boolean acknowledged,
			@Nullable Instant from, @Nullable Instant until) implements Page {

		@Override
		public String kind() {
			return KIND;
		}

		/** Returns the same fingerprint whatever the text. */
		@Override
		public String fingerprint() {
			return "";
		}

		boolean concerns(Service service, ResolvedAttributes user, Instant now) {
			return (from == null || !now.isBefore(from)) && (until == null || now.isBefore(until))
					&& audience.includes(service, user);
		}

	}

	/**
	 * All messages.
	 *
	 * @param notices in the order in which they are shown
	 */
	public record Policy(List<Notice> notices) {

		public Policy {
			notices = List.copyOf(notices);
		}

		/** Returns the notices that a login on the way to a service may show. */
		public List<Notice> shownAfterLogin(Service service, ResolvedAttributes user, Instant now) {
			return notices.stream().filter(notice -> notice.concerns(service, user, now)).toList();
		}

	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public Standing check(Case asked) throws StoreUnavailableException {
		String principal = asked.granted().session().principal();
		List<Notice> notices = notices(asked);
		// Stored first: a page before this one may be due by now, which ends the check.
		for (Notice notice : notices) {
			if (asked.decisions().on(notice).filter(asked.decisions()::isLatest).isPresent()) {
				store(asked, principal, notice);
			}
		}
		List<Acknowledgements.Acknowledgement> read = null;
		for (Notice notice : notices) {
			if (asked.decisions().on(notice).isPresent()) {
				continue;
			}
			if (!notice.once()) {
				return new Standing.Due(notice);
			}
			if (read == null) {
				read = acknowledgements.of(principal);
			}
			if (read.stream().noneMatch(each -> each.kind().equals(KIND) && each.id().equals(notice.id()))) {
				return new Standing.Due(notice);
			}
		}
		return new Standing.Passed(asked.granted());
	}

	private List<Notice> notices(Case asked) {
		// A message is no reason to refuse a request that allows no interaction.
		if (asked.request().demand().passive()) {
			return List.of();
		}
		return policy.get()
			.shownAfterLogin(asked.granted().service(), asked.granted().session().attributes(), clock.instant())
			.stream()
			.filter(notice -> asked.granted().newLogin() || notice.atSignOn())
			.toList();
	}

	private void store(Case asked, String principal, Notice notice) throws StoreUnavailableException {
		if (notice.once()) {
			acknowledgements.give(principal, KIND, notice.id(), notice.fingerprint());
		}
		if (notice.acknowledged()) {
			Map<String, String> fields = asked.auditFields();
			fields.put("message", notice.id());
			auditLog.record(new AuditEvent(AuditEvent.Type.MESSAGE_READ, "OK", fields));
		}
	}

}
