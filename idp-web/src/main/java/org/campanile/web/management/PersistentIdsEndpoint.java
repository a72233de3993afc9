package org.campanile.web.management;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

import org.campanile.attribute.XmlCharacters;
import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.explain.UnexplainedException;
import org.campanile.identifier.PersistentId;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.PersistentIds;
import org.campanile.store.StoreUnavailableException;

/**
 * {@code /actuator/persistentids}: which user an identifier belongs to, which ones a user
 * has, the revocation of one, and the import of those of another system. Each view of a
 * user is recorded in the audit log. Thread-safe.
 */
@WebEndpoint(id = "persistentids")
class PersistentIdsEndpoint {

	private static final int DEFAULT_LIMIT = 100;

	/** The form of {@link PersistentIds.Page#next()}. */
	private static final Pattern CURSOR = Pattern.compile("[0-9a-f]{64}");

	/** The maximum length of a persistent identifier (SAML Core 8.3.7). */
	private static final int MAX_VALUE = 256;

	private final PersistentIds ids;

	private final IdentifierOwners owners;

	private final AuditLog auditLog;

	PersistentIdsEndpoint(PersistentIds ids, IdentifierOwners owners, AuditLog auditLog) {
		this.ids = ids;
		this.owners = owners;
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

	/**
	 * The outcome of an import.
	 *
	 * @param stored false if it was stored before
	 */
	record Imported(boolean stored) {
	}

	@ReadOperation
	WebEndpointResponse<Object> read(@Nullable String service, @Nullable String value, @Nullable String person,
			@Nullable String after, @Nullable Integer limit, @Nullable String by) {
		if (service != null && value != null && person == null) {
			return Answers.of(() -> byValue(service, value, by));
		}
		if (person != null && service == null && value == null) {
			return byPerson(person, after == null ? "" : after, limit == null ? DEFAULT_LIMIT : limit, by);
		}
		return Answers.refused("give service and value to find the user of an identifier, or person to list a user's "
				+ "identifiers");
	}

	private WebEndpointResponse<Object> byValue(String service, String value, @Nullable String by)
			throws StoreUnavailableException {
		Optional<PersistentId> id = ids.findByValue(service, value);
		if (id.isEmpty()) {
			return Answers.notFound("no such identifier is active at that service");
		}
		audit(AuditEvent.Type.PERSON_VIEWED, id.get().principal(), id.get().service(), by);
		return Answers.ok(Identifier.of(id.get()));
	}

	private WebEndpointResponse<Object> byPerson(String person, String after, int limit, @Nullable String by) {
		if (limit < 1 || limit > PersistentIdStore.MAX_PAGE) {
			return Answers.refused("limit: from 1 to " + PersistentIdStore.MAX_PAGE);
		}
		if (!after.isEmpty() && !CURSOR.matcher(after).matches()) {
			return Answers.refused("after: must be the value of next of the previous page");
		}
		return Answers.of(() -> {
			PersistentIds.Page page = ids.findByPerson(person, after, limit);
			page.ids()
				.stream()
				.map(PersistentId::principal)
				.distinct()
				.forEach(principal -> audit(AuditEvent.Type.PERSON_VIEWED, principal, null, by));
			return Answers.ok(new Page(page.ids().stream().map(Identifier::of).toList(), page.next().orElse(null)));
		});
	}

	@DeleteOperation
	WebEndpointResponse<Object> revoke(@Nullable String service, @Nullable String value, @Nullable String by) {
		if (service == null || value == null) {
			return Answers.refused("give service and value of the identifier to revoke");
		}
		return Answers.of(() -> {
			Optional<PersistentId> id = ids.findByValue(service, value);
			boolean revoked = id.isPresent() && ids.revoke(service, value);
			if (revoked) {
				audit(AuditEvent.Type.IDENTIFIER_REVOKED, id.get().principal(), id.get().service(), by);
			}
			return Answers.ok(new Revocation(revoked));
		});
	}

	/**
	 * Stores an identifier that another system issued.
	 * @param principal the user's canonical name
	 * @param person the value that identifiers are computed from; absent: that of the
	 * user in the directory
	 * @param revoked whether it is only kept from being issued, for which no user is
	 * needed
	 * @param by the administrator
	 */
	@WriteOperation
	WebEndpointResponse<Object> importOne(@Nullable String principal, @Nullable String person, @Nullable String service,
			@Nullable String value, @Nullable Boolean revoked, @Nullable String by) {
		if (service == null || service.isBlank() || value == null || !isValid(value)) {
			return Answers.refused("give service and value of the identifier to import; the value has 1 to " + MAX_VALUE
					+ " characters, no control characters, and no space around it");
		}
		if (Boolean.TRUE.equals(revoked)) {
			AuditEvent.Type type = AuditEvent.Type.IDENTIFIER_REVOKED;
			return Answers.of(() -> answer(ids.importRevoked(service, value), type, null, service, by));
		}
		if (principal == null || principal.isBlank() || person != null && person.isBlank()) {
			return Answers.refused("principal: missing; give the user's canonical name, and in person the value that "
					+ "identifiers are computed from unless the directory has it");
		}
		IdentifierOwners.Owner owner;
		try {
			owner = person == null ? owners.find(principal) : new IdentifierOwners.Owner(person, principal);
		}
		catch (UnexplainedException ex) {
			return Answers.unexplained(ex);
		}
		return Answers.of(() -> answer(ids.importActive(owner.person(), owner.principal(), service, value),
				AuditEvent.Type.IDENTIFIER_IMPORTED, owner.principal(), service, by));
	}

	private static boolean isValid(String value) {
		return !value.isEmpty() && value.length() <= MAX_VALUE && value.equals(value.strip())
				&& value.chars().noneMatch(Character::isISOControl) && XmlCharacters.allLegal(value);
	}

	private WebEndpointResponse<Object> answer(PersistentIds.Import outcome, AuditEvent.Type type,
			@Nullable String principal, String service, @Nullable String by) {
		return switch (outcome) {
			case STORED -> {
				audit(type, principal, service, by);
				yield Answers.ok(new Imported(true));
			}
			case UNCHANGED -> Answers.ok(new Imported(false));
			case ANOTHER_ACTIVE -> Answers.conflict("another identifier of the user is active at that service; look it "
					+ "up with person, and revoke it if the service should see this one instead");
			case ISSUED ->
				Answers.conflict("that identifier was issued at that service before: it is active, or was revoked");
		};
	}

	/**
	 * Audits without the value, which identifies the user to the service.
	 * @param principal null if it is not known
	 * @param service null for all of the user's
	 */
	private void audit(AuditEvent.Type type, @Nullable String principal, @Nullable String service,
			@Nullable String by) {
		auditLog.record(Administrator.event(type, principal, service, by));
	}

}
