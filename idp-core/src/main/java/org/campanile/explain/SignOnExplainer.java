package org.campanile.explain;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessPolicy.Decision;
import org.campanile.access.AccessRule;
import org.campanile.access.AccessRules;
import org.campanile.access.Condition;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.DefaultAttributeResolver.Explained.Silent;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.explain.Explanation.Access;
import org.campanile.explain.Explanation.Person;
import org.campanile.explain.ProtocolExplanation.Received;
import org.campanile.explain.UnexplainedException.Kind;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.service.Service;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.jspecify.annotations.Nullable;

/**
 * Explains what a service would receive about a user who signs in, with the code of a
 * real sign-on: the same resolution and release, and the protocol's own part. Stores
 * nothing; queries the source of users and, for stored identifiers, the store.
 * Thread-safe.
 */
public final class SignOnExplainer {

	private static final int SECRET_BYTES = 32;

	private static final String NOT_ASKED = "Whether the person may sign in was not asked: that an account is locked, "
			+ "disabled or expired, only a login shows.";

	private final UserSource users;

	private final DefaultAttributeResolver resolver;

	private final Supplier<DefaultReleasePolicy> releasePolicy;

	private final Supplier<AccessRules> accessRules;

	private final List<ProtocolExplanation> protocols;

	private final List<String> notes;

	private final ApprovalNotes approvals;

	private final InstantSource clock;

	private final SecureRandom random;

	private final @Nullable FactorExplainer factors;

	/**
	 * @param releasePolicy the current one
	 * @param accessRules the current ones
	 * @param protocols those whose services are explained, at least one
	 * @param notes how a real sign-on might differ
	 * @param approvals the approvals that the user would be asked for
	 * @param factors null if what users have enrolled is not known
	 */
	public SignOnExplainer(UserSource users, DefaultAttributeResolver resolver,
			Supplier<DefaultReleasePolicy> releasePolicy, Supplier<AccessRules> accessRules,
			List<ProtocolExplanation> protocols, List<String> notes, ApprovalNotes approvals, InstantSource clock,
			SecureRandom random, @Nullable FactorExplainer factors) {
		this.factors = factors;
		this.approvals = approvals;
		this.users = users;
		this.resolver = resolver;
		this.releasePolicy = releasePolicy;
		this.accessRules = accessRules;
		this.protocols = List.copyOf(protocols);
		this.notes = Stream.concat(Stream.of(NOT_ASKED), notes.stream()).toList();
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Explains a sign-on.
	 * @param user the name as a user would type it at the login, or the canonical one
	 * @param serviceId the service's name in its protocol
	 * @throws UnexplainedException if there is no such user or service, or that cannot be
	 * determined
	 */
	public Explanation explain(String user, String serviceId) throws UnexplainedException {
		ProtocolExplanation protocol = protocol(serviceId);
		Service service = service(protocol, serviceId);
		UserSource.Found person = users.find(user);
		DefaultAttributeResolver.Explained resolved = resolver.explain(person.principal(), person.values());
		DefaultReleasePolicy.Explained release = releasePolicy.get()
			.explain(resolved.attributes(), service, protocol.requested(service));
		Received received = protocol.explain(service, session(user, person.principal(), resolved.attributes()),
				release.released());
		Optional<String> refused = resolved.silent()
			.stream()
			.filter(Silent::refuses)
			.findFirst()
			.map(silent -> "source " + silent.source() + " did not answer (" + silent.reason()
					+ "), and campanile.attributes.sources." + silent.source()
					+ ".on-failure is refuse; a session that exists goes on with older values")
			.or(resolved::unknown);
		AccessRules rules = accessRules.get();
		AccessPolicy.Target target = new AccessPolicy.Target(service, null, "");
		AccessPolicy.Subject subject = factors != null ? factors.subject(person.principal(), resolved.attributes())
				: new AccessPolicy.Subject(person.principal(), resolved.attributes(), authnClass -> false,
						clock.instant());
		return new Explanation(new Person(user, person.principal(), person.dn()),
				new Explanation.Service(service.id(), service.display().nameOrHost(Locale.ENGLISH, service.id())),
				EntryValues.of(person.attributes()),
				new AttributeNotes(users, resolver::isOfSource).of(resolved.derivations(), release), received.subject(),
				service.decidedByPage() ? new Access("by page", AccessRules.NO_RULE, List.of(), null, List.of())
						: access(rules, target, subject, List.of()),
				factors == null ? null
						: factors.explain(service, user, person.principal(), resolved.attributes(), rules,
								rules.decide(target, subject)),
				received.signature(), received.encryption(), refused.orElse(received.refusal()),
				Stream.of(
						approvals
							.of(new ApprovalNotes.Asked(person.principal(), resolved.attributes(), service,
									Optional.ofNullable(received.subject().value()), release.released()))
							.stream(),
						notes.stream(), resolved.silent().stream().map(SignOnExplainer::silent),
						resolved.notAsked()
							.entrySet()
							.stream()
							.map(source -> "source " + source.getKey() + " has no answer, because "
									+ source.getValue()))
					.flatMap(lines -> lines)
					.toList(),
				received.attributeStatement());
	}

	/**
	 * Explains a decision, and what follows once a step-up is met.
	 * @param told rules passed over before, which are not listed again
	 */
	static Access access(AccessRules rules, AccessPolicy.Target target, AccessPolicy.Subject subject,
			List<AccessRule> told) {
		AccessRules.Explained explained = rules.explain(target, subject);
		Decision decision = explained.decision();
		AccessRule rule = explained.rule();
		List<AccessRule> passedOver = rules.passedOver(target, subject);
		Access then = decision instanceof Decision.StepUp met ? access(rules, target, proven(subject, met), passedOver)
				: null;
		return new Access(effect(decision), decision.rule(), rule == null ? List.of() : words(rule.conditions()), then,
				passedOver.stream()
					.filter(Predicate.not(told::contains))
					.map(other -> new Access(effect(other.decision()), other.name(), words(other.circumstances()), null,
							List.of()))
					.toList());
	}

	private static AccessPolicy.Subject proven(AccessPolicy.Subject subject, Decision.StepUp stepUp) {
		return new AccessPolicy.Subject(subject.principal(), subject.attributes(),
				authnClass -> stepUp.classes().contains(authnClass) || subject.satisfies().test(authnClass),
				subject.authnInstant());
	}

	private static List<String> words(List<Condition> conditions) {
		return conditions.stream().map(Condition::words).toList();
	}

	private static String effect(Decision decision) {
		return switch (decision) {
			case Decision.Permit permit -> "permit";
			case Decision.Deny deny -> "deny";
			case Decision.StepUp stepUp -> "step-up";
		};
	}

	private static String silent(Silent silent) {
		return "source " + silent.source() + " did not answer: " + silent.reason();
	}

	private ProtocolExplanation protocol(String serviceId) throws UnexplainedException {
		return protocols.stream()
			.filter(protocol -> protocol.find(serviceId).isPresent())
			.findFirst()
			.orElseThrow(() -> new UnexplainedException(Kind.SERVICE,
					protocols.stream()
						.map(protocol -> protocol.whyNotFound(serviceId))
						.collect(Collectors.joining("; "))));
	}

	private static Service service(ProtocolExplanation protocol, String serviceId) throws UnexplainedException {
		Optional<? extends Service> found = protocol.find(serviceId);
		if (found.isEmpty()) {
			throw new UnexplainedException(Kind.SERVICE, protocol.whyNotFound(serviceId));
		}
		if (!found.get().enabled()) {
			throw new UnexplainedException(Kind.SERVICE, "service " + serviceId
					+ " is not served: the configuration disables it; remove enabled: false in campanile.services");
		}
		return found.get();
	}

	private SsoSession session(String user, String principal, ResolvedAttributes attributes) {
		Instant now = clock.instant();
		byte[] secret = new byte[SECRET_BYTES];
		random.nextBytes(secret);
		return new SsoSession(SessionKey.of(secret), principal, user, List.of(new Factor(FactorKind.PASSWORD, now)),
				attributes, now, secret, 1, now, now, now, List.of());
	}

	/** The user's entry as readable text. */
	private static final class EntryValues {

		/**
		 * The number of characters at which longer values, such as photos, are truncated.
		 */
		private static final int LONGEST = 400;

		private EntryValues() {
		}

		static List<Explanation.Values> of(Map<String, List<byte[]>> attributes) {
			return attributes.entrySet()
				.stream()
				.map(attribute -> new Explanation.Values(attribute.getKey(),
						attribute.getValue().stream().map(EntryValues::text).toList()))
				.toList();
		}

		private static String text(byte[] bytes) {
			try {
				String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
				if (text.chars().noneMatch(sign -> Character.isISOControl(sign) && !Character.isWhitespace(sign))) {
					return cut(text, bytes.length);
				}
			}
			catch (CharacterCodingException ex) {
				return base64(bytes);
			}
			return base64(bytes);
		}

		private static String base64(byte[] bytes) {
			return cut("base64 " + Base64.getEncoder().encodeToString(bytes), bytes.length);
		}

		private static String cut(String text, int bytes) {
			return text.length() <= LONGEST ? text
					: text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST))) + "… (" + bytes
							+ " bytes)";
		}

	}

}
