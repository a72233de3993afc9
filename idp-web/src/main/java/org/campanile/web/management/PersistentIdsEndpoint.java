package org.campanile.web.management;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.identifier.PersistentId;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.PersistentIds;
import org.campanile.store.StoreUnavailableException;

/**
 * {@code /actuator/persistentids}: which user an identifier belongs to, which ones a user
 * has, and the revocation of one. Thread-safe.
 */
@WebEndpoint(id = "persistentids")
class PersistentIdsEndpoint {

	private static final int DEFAULT_LIMIT = 100;

	/** The form of {@link PersistentIds.Page#next()}. */
	private static final Pattern CURSOR = Pattern.compile("[0-9a-f]{64}");

	private final PersistentIds ids;

	private final AuditLog auditLog;

	PersistentIdsEndpoint(PersistentIds ids, AuditLog auditLog) {
		this.ids = ids;
		this.auditLog = auditLog;
	}

	/**
	 * An identifier.
	 *
	 * @param person the value it is computed from
	 * @param principal the user's canonical name when it was first issued
	 * @param service the id of the service
	 * @param value the NameID's value
	 * @param createdAt when it was first issued
	 */
	record Identifier(String person, String principal, String service, String value, String createdAt) {

		private static Identifier of(PersistentId id) {
			return new Identifier(id.person(), id.principal(), id.service(), id.value(), id.createdAt().toString());
		}

	}

	/**
	 * A user's identifiers.
	 *
	 * @param identifiers one page
	 * @param next the value of {@code after} for the next page; null on the last
	 */
	record Page(List<Identifier> identifiers, @Nullable String next) {
	}

	/**
	 * The outcome of a revocation.
	 *
	 * @param revoked false if no such identifier was active
	 */
	record Revocation(boolean revoked) {
	}

	@ReadOperation
	WebEndpointResponse<Object> read(@Nullable String service, @Nullable String value, @Nullable String person,
			@Nullable String after, @Nullable Integer limit) {
		if (service != null && value != null && person == null) {
			return Answers.of(() -> byValue(service, value));
		}
		if (person != null && service == null && value == null) {
			return byPerson(person, after == null ? "" : after, limit == null ? DEFAULT_LIMIT : limit);
		}
		return Answers.refused("give service and value to find the user of an identifier, or person to list a user's "
				+ "identifiers");
	}

	private WebEndpointResponse<Object> byValue(String service, String value) throws StoreUnavailableException {
		return ids.findByValue(service, value)
			.map(id -> Answers.ok(Identifier.of(id)))
			.orElseGet(() -> Answers.notFound("no such identifier is active at that service"));
	}

	private WebEndpointResponse<Object> byPerson(String person, String after, int limit) {
		if (limit < 1 || limit > PersistentIdStore.MAX_PAGE) {
			return Answers.refused("limit: from 1 to " + PersistentIdStore.MAX_PAGE);
		}
		if (!after.isEmpty() && !CURSOR.matcher(after).matches()) {
			return Answers.refused("after: must be the value of next of the previous page");
		}
		return Answers.of(() -> {
			PersistentIds.Page page = ids.findByPerson(person, after, limit);
			return Answers.ok(new Page(page.ids().stream().map(Identifier::of).toList(), page.next().orElse(null)));
		});
	}

	@DeleteOperation
	WebEndpointResponse<Object> revoke(@Nullable String service, @Nullable String value) {
		if (service == null || value == null) {
			return Answers.refused("give service and value of the identifier to revoke");
		}
		return Answers.of(() -> {
			Optional<PersistentId> id = ids.findByValue(service, value);
			boolean revoked = id.isPresent() && ids.revoke(service, value);
			if (revoked) {
				audit(id.get());
			}
			return Answers.ok(new Revocation(revoked));
		});
	}

	/** Audits the removal without the value, which identifies the user to the service. */
	private void audit(PersistentId id) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", id.principal());
		fields.put("service", id.service());
		fields.put("reason", "ADMINISTRATOR");
		auditLog.record(new AuditEvent(AuditEvent.Type.IDENTIFIER_REVOKED, "OK", fields));
	}

}
