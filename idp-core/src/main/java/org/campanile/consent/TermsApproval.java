package org.campanile.consent;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.service.Service;
import org.campanile.signon.Approval;
import org.campanile.store.StoreUnavailableException;

/**
 * Asks users to accept terms of use, once for each version. A sign-on that terms concern
 * costs one read, and a decision another one and a write. Thread-safe.
 */
public final class TermsApproval implements Approval {

	public static final String KIND = "terms";

	private final Supplier<Policy> policy;

	private final Acknowledgements acknowledgements;

	private final AuditLog auditLog;

	/**
	 * @param policy the current one
	 */
	public TermsApproval(Supplier<Policy> policy, Acknowledgements acknowledgements, AuditLog auditLog) {
		this.policy = policy;
		this.acknowledgements = acknowledgements;
		this.auditLog = auditLog;
	}

	/**
	 * Terms that users must accept.
	 *
	 * @param id their name
	 * @param fingerprint their version
	 * @param audience the users who must accept the terms
	 */
	public record Terms(String id, String fingerprint, Audience audience) implements Page {

		@Override
		public String kind() {
			return KIND;
		}

	}

	/**
	 * All terms.
	 *
	 * @param terms in the order in which they are shown
	 */
	public record Policy(List<Terms> terms) {

		public Policy {
			terms = List.copyOf(terms);
		}

		/** Returns the terms that concern a sign-on. */
		public List<Terms> of(Service service, ResolvedAttributes user) {
			return terms.stream().filter(each -> each.audience().includes(service, user)).toList();
		}

		/** Returns the attributes that decide whether terms concern a user. */
		public Set<String> deciding() {
			return terms.stream()
				.flatMap(each -> each.audience().attributes().keySet().stream())
				.collect(Collectors.toSet());
		}

	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public Standing check(Case asked) throws StoreUnavailableException {
		String principal = asked.granted().session().principal();
		List<Terms> all = policy.get().of(asked.granted().service(), asked.granted().session().attributes());
		// Stored first: a page before this one may be due by now, which ends the check.
		for (Terms terms : all) {
			if (asked.decisions().on(terms).filter(asked.decisions()::isLatest).isPresent()) {
				acknowledgements.give(principal, KIND, terms.id(), terms.fingerprint());
				audit(asked, terms);
			}
		}
		List<Acknowledgements.Acknowledgement> accepted = null;
		for (Terms terms : all) {
			if (asked.decisions().on(terms).isPresent()) {
				continue;
			}
			if (accepted == null) {
				accepted = acknowledgements.of(principal);
			}
			if (!isAccepted(terms, accepted)) {
				return new Standing.Due(terms);
			}
		}
		return new Standing.Passed(asked.granted());
	}

	/**
	 * Whether a user who cannot be asked now has accepted all terms that concern a
	 * sign-on. Reads the store only if there are any.
	 */
	public boolean areAccepted(String principal, Service service, ResolvedAttributes user)
			throws StoreUnavailableException {
		List<Terms> all = policy.get().of(service, user);
		if (all.isEmpty()) {
			return true;
		}
		List<Acknowledgements.Acknowledgement> accepted = acknowledgements.of(principal);
		return all.stream().allMatch(terms -> isAccepted(terms, accepted));
	}

	/** Whether the acknowledgements contain that version of the terms. */
	public static boolean isAccepted(Terms terms, List<Acknowledgements.Acknowledgement> accepted) {
		return accepted.stream()
			.anyMatch(each -> each.kind().equals(KIND) && each.id().equals(terms.id())
					&& each.version().equals(terms.fingerprint()));
	}

	private void audit(Case asked, Terms terms) {
		Map<String, String> fields = asked.auditFields();
		fields.put("terms", terms.id());
		fields.put("version", terms.fingerprint());
		auditLog.record(new AuditEvent(AuditEvent.Type.TERMS_ACCEPTED, "OK", fields));
	}

}
