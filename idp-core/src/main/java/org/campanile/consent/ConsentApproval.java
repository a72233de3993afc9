package org.campanile.consent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.consent.Consent.Choice;
import org.campanile.protocol.ProtocolId;
import org.campanile.release.ReleasedAttributes;
import org.campanile.service.Service;
import org.campanile.signon.Approval;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnProtocol;
import org.campanile.store.StoreUnavailableException;

/**
 * Asks users what a service may receive about them. A sign-on to a service for which a
 * rule asks costs one read, and a decision another one and a write. Thread-safe.
 */
public final class ConsentApproval implements Approval {

	public static final String KIND = "consent";

	private final Supplier<ConsentPolicy> policy;

	private final Consents consents;

	private final Map<ProtocolId, SignOnProtocol> protocols;

	private final AuditLog auditLog;

	/**
	 * @param policy the current one
	 * @param protocols each of another name
	 */
	public ConsentApproval(Supplier<ConsentPolicy> policy, Consents consents,
			Collection<? extends SignOnProtocol> protocols, AuditLog auditLog) {
		this.policy = policy;
		this.consents = consents;
		this.protocols = protocols.stream()
			.collect(Collectors.toUnmodifiableMap(SignOnProtocol::id, Function.identity()));
		this.auditLog = auditLog;
	}

	/**
	 * The question to the user.
	 *
	 * @param id the service, as {@link ConsentApproval#serviceKey} names it
	 * @param fingerprint the fingerprint of everything that is shown
	 * @param items the items that would be released
	 * @param previous the previous consent; null if there is none
	 */
	public record Asked(String id, String fingerprint, ConsentPolicy.Rule rule, List<ReleasedItem> items,
			Consent.@Nullable Given previous) implements Page {

		@Override
		public String kind() {
			return KIND;
		}

		/** Whether the user may deny the item. */
		public boolean isOptional(ReleasedItem item) {
			return rule.optional().contains(item.id());
		}

		/** Whether the item was denied before. */
		public boolean wasDenied(ReleasedItem item) {
			return previous != null && previous.denied().contains(item.id());
		}

		/** Whether the user agreed to the item before, with these values. */
		public boolean wasAgreed(ReleasedItem item) {
			return previous != null && agreed(rule, item, previous);
		}

		@Override
		public Set<String> optional() {
			return items.stream().filter(this::isOptional).map(ReleasedItem::id).collect(Collectors.toSet());
		}

		/** Whether something else was agreed to before. */
		public boolean isChanged(ReleasedItem item) {
			return previous != null && !previous.denied().contains(item.id()) && !agreed(rule, item, previous);
		}

	}

	@Override
	public String kind() {
		return KIND;
	}

	/**
	 * Returns the key of a service in consents: its id, made distinct from ids of other
	 * protocols.
	 */
	public static String serviceKey(Service service) {
		return service.protocol().qualify(service.id(), ' ');
	}

	@Override
	public Standing check(Case asked) throws StoreUnavailableException {
		SignOnOutcome.Granted granted = asked.granted();
		Service service = granted.service();
		Optional<ConsentPolicy.Rule> rule = policy.get().asking(service);
		List<ReleasedItem> items = rule.isEmpty() ? List.of() : ReleasedItem
			.of(protocol(service).name(service, granted.session(), granted.handle()), granted.attributes());
		if (rule.isEmpty() || items.isEmpty()) {
			return new Standing.Passed(granted);
		}
		Asked page = page(service, rule.get(), items, null);
		String principal = granted.session().principal();
		Optional<Decision> decision = asked.decisions().on(page);
		Optional<Consent> stored = consents.find(principal, page.id());
		Optional<Consent.Given> known = stored.map(Consent::given);
		if (decision.isPresent()) {
			Consent.Given given = given(page, decision.get(), known.map(Consent.Given::denied).orElse(Set.of()));
			if (asked.decisions().isLatest(decision.get())) {
				consents.give(principal, page.id(), given, rule.get().lifetime(), stored);
				audit(asked, given);
			}
			return new Standing.Passed(without(granted, given.denied()));
		}
		return known.filter(given -> rule.get().effective(given.choice()) != Choice.EACH_TIME)
			.filter(given -> suffices(rule.get(), items, given))
			.<Standing>map(given -> new Standing.Passed(without(granted, given.denied())))
			.orElseGet(() -> new Standing.Due(page(service, rule.get(), items, known.orElse(null))));
	}

	/**
	 * Returns the attributes that a service may receive about a user who cannot be asked
	 * now, as in an answer that relies on an earlier sign-on. Reads the store only if a
	 * rule requires consent for that service.
	 * @param name as in {@link SignOnProtocol#name}
	 * @return empty if the user would have to be asked
	 */
	public Optional<ReleasedAttributes> permitted(String principal, Service service, Optional<String> name,
			ReleasedAttributes released) throws StoreUnavailableException {
		Optional<ConsentPolicy.Rule> rule = policy.get().asking(service);
		if (rule.isEmpty()) {
			return Optional.of(released);
		}
		ReleasedAttributes carried = protocol(service).carried(service, released);
		List<ReleasedItem> items = ReleasedItem.of(name, carried);
		if (items.isEmpty()) {
			return Optional.of(carried);
		}
		return consents.find(principal, serviceKey(service))
			.map(Consent::given)
			.filter(given -> suffices(rule.get(), items, given))
			.map(given -> without(carried, given.denied()));
	}

	/**
	 * Returns what a sign-on would ask a user, for an administrator. Reads the store only
	 * if a rule requires consent.
	 * @return empty if no rule asks, or nothing would be released
	 */
	public Optional<Asked> explain(String principal, Service service, Optional<String> name,
			ReleasedAttributes released) throws StoreUnavailableException {
		Optional<ConsentPolicy.Rule> rule = policy.get().asking(service);
		List<ReleasedItem> items = rule.isEmpty() ? List.of()
				: ReleasedItem.of(name, protocol(service).carried(service, released));
		if (rule.isEmpty() || items.isEmpty()) {
			return Optional.empty();
		}
		return Optional.of(page(service, rule.get(), items,
				consents.find(principal, serviceKey(service)).map(Consent::given).orElse(null)));
	}

	/**
	 * Whether the user has already agreed to what such a page shows, and need not be
	 * asked.
	 */
	public static boolean isGiven(Asked page) {
		Consent.Given previous = page.previous();
		return previous != null && page.rule().effective(previous.choice()) != Choice.EACH_TIME
				&& suffices(page.rule(), page.items(), previous);
	}

	/** Returns the protocol of a service; it exists, as its services are found. */
	private SignOnProtocol protocol(Service service) {
		return Objects.requireNonNull(protocols.get(service.protocol()));
	}

	private static Asked page(Service service, ConsentPolicy.Rule rule, List<ReleasedItem> items,
			Consent.@Nullable Given previous) {
		List<String> shown = new ArrayList<>();
		items.forEach(item -> {
			shown.add(item.id());
			shown.add(item.digest());
			shown.add(Boolean.toString(rule.optional().contains(item.id())));
		});
		return new Asked(serviceKey(service), ReleasedItem.digest(shown), rule, items, previous);
	}

	/**
	 * @param before the ids of attributes that the user denied at an earlier sign-on
	 */
	private static Consent.Given given(Asked page, Decision decision, Set<String> before) {
		// A denial of what is not on the page lasts: it may be there again next time.
		Set<String> denied = new HashSet<>(before);
		page.items().forEach(item -> denied.remove(item.id()));
		page.optional().stream().filter(decision.denied()::contains).forEach(denied::add);
		Map<String, String> values = new HashMap<>();
		page.items()
			.stream()
			.filter(item -> !denied.contains(item.id()))
			.forEach(item -> values.put(item.id(), item.digest()));
		return new Consent.Given(values.keySet(), values, page.rule().effective(Choice.of(decision.choice())), denied);
	}

	/** Whether the user agreed to everything that would be released; it may be less. */
	private static boolean suffices(ConsentPolicy.Rule rule, List<ReleasedItem> items, Consent.Given given) {
		return items.stream()
			.allMatch(item -> given.denied().contains(item.id()) ? rule.optional().contains(item.id())
					: rule.effective(given.choice()) == Choice.NEVER || agreed(rule, item, given));
	}

	private static boolean agreed(ConsentPolicy.Rule rule, ReleasedItem item, Consent.Given given) {
		return rule.exempt().contains(item.id()) ? given.attributes().contains(item.id())
				: item.digest().equals(given.values().get(item.id()));
	}

	private static SignOnOutcome.Granted without(SignOnOutcome.Granted granted, Set<String> denied) {
		return denied.isEmpty() ? granted : granted.with(without(granted.attributes(), denied));
	}

	private static ReleasedAttributes without(ReleasedAttributes released, Set<String> denied) {
		return new ReleasedAttributes(
				released.attributes().stream().filter(attribute -> !denied.contains(attribute.id())).toList());
	}

	private void audit(Case asked, Consent.Given given) {
		Map<String, String> fields = asked.auditFields();
		fields.put("attributes", joined(given.attributes()));
		if (!given.denied().isEmpty()) {
			fields.put("denied", joined(given.denied()));
		}
		fields.put("ask", given.choice().name());
		auditLog.record(new AuditEvent(AuditEvent.Type.CONSENT_GIVEN, "OK", fields));
	}

	private static String joined(Set<String> ids) {
		return ids.stream().filter(id -> !id.equals(ReleasedItem.NAME)).sorted().collect(Collectors.joining(","));
	}

}
