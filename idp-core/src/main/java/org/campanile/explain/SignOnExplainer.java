package org.campanile.explain;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.campanile.attribute.DefaultAttributeResolver.Explained.Silent;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryUnavailableException;
import org.campanile.directory.UserLookup;
import org.campanile.explain.Explanation.NameIdentifier;
import org.campanile.explain.Explanation.Person;
import org.campanile.explain.Explanation.Service;
import org.campanile.explain.UnexplainedException.Kind;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.assertion.AttributeStatementWriter;
import org.campanile.saml.assertion.NamedAttribute;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.nameid.DefaultNameIdPolicy;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.protocol.MetadataRequestedAttributes;
import org.campanile.saml.xml.CanonicalXmlWriter;
import org.campanile.saml.xml.PrettyXml;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContextMatcher;
import org.campanile.store.StoreUnavailableException;

/**
 * Explains what a service would be told of a person who signs in, through what a real
 * sign-on goes through: the same resolution, release, name identifiers and writers.
 * Stores nothing, and asks the directory and, for stored identifiers, the store.
 * Thread-safe.
 */
public final class SignOnExplainer {

	private static final int SECRET_BYTES = 32;

	private static final String NOT_ASKED = "Whether the person may sign in was not asked: that an account is locked, "
			+ "disabled or expired, only a login shows.";

	private final Directory directory;

	private final DefaultAttributeResolver resolver;

	private final Supplier<DefaultReleasePolicy> releasePolicy;

	private final DefaultNameIdPolicy nameIdPolicy;

	private final SamlAttributeNames names;

	private final RelyingPartyRegistry services;

	private final Protections protections;

	private final UnaryOperator<String> nearService;

	private final List<String> notes;

	private final InstantSource clock;

	private final SecureRandom random;

	/**
	 * @param releasePolicy the one of the moment
	 * @param credentials our keys; empty before the first start
	 * @param nearService what to say of known services that resemble an unknown one
	 * @param notes what a real sign-on might do otherwise
	 */
	public SignOnExplainer(Directory directory, DefaultAttributeResolver resolver,
			Supplier<DefaultReleasePolicy> releasePolicy, DefaultNameIdPolicy nameIdPolicy, SamlAttributeNames names,
			RelyingPartyRegistry services, Optional<Credentials> credentials, UnaryOperator<String> nearService,
			List<String> notes, InstantSource clock, SecureRandom random) {
		this.directory = directory;
		this.resolver = resolver;
		this.releasePolicy = releasePolicy;
		this.nameIdPolicy = nameIdPolicy;
		this.names = names;
		this.services = services;
		this.protections = new Protections(credentials);
		this.nearService = nearService;
		this.notes = Stream.concat(Stream.of(NOT_ASKED), notes.stream()).toList();
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Explains.
	 * @param user the name as it would be typed at the login, or the canonical one
	 * @param entityId the service's entityID
	 * @throws UnexplainedException if there is no such person or service, or nobody can
	 * tell
	 */
	public Explanation explain(String user, String entityId) throws UnexplainedException {
		RelyingParty service = service(entityId);
		UserLookup.Found person = person(user);
		DefaultAttributeResolver.Explained resolved = resolver.explain(person.principal(), person.entry());
		DefaultReleasePolicy.Explained release = releasePolicy.get()
			.explain(resolved.attributes(), service,
					MetadataRequestedAttributes.of(service, OptionalInt.empty(), names));
		DefaultNameIdPolicy.Explained nameId = nameId(user, person.principal(), resolved.attributes(), service);
		Optional<String> refused = resolved.silent()
			.stream()
			.filter(Silent::refuses)
			.findFirst()
			.map(silent -> "source " + silent.source() + " did not answer (" + silent.reason()
					+ "), and campanile.attributes.sources." + silent.source()
					+ ".on-failure is refuse; a session that exists goes on with older values");
		Optional<String> refusal = refused.isPresent() ? refused
				: nameId.nameId().isEmpty() ? Optional
					.of("no format of name identifier can be had (InvalidNameIDPolicy); see the name identifier")
						: protections.refusal(service);
		return new Explanation(new Person(user, person.principal(), person.entry().dn()),
				new Service(service.entityId(), service.display().nameOrHost(Locale.ENGLISH, service.entityId())),
				DirectoryValues.of(person.entry()),
				new AttributeRemarks(directory, resolver::isOfSource).of(resolved.derivations(), release), told(nameId),
				protections.signature(service), protections.encryption(service), refusal.orElse(null),
				Stream.concat(notes.stream(), resolved.silent().stream().map(SignOnExplainer::silent)).toList(),
				statement(NamedAttribute.of(release.released(), names)));
	}

	private static String silent(Silent silent) {
		return "source " + silent.source() + " did not answer: " + silent.reason();
	}

	private RelyingParty service(String entityId) throws UnexplainedException {
		Optional<RelyingParty> found = services.find(entityId);
		if (found.isEmpty()) {
			throw new UnexplainedException(Kind.SERVICE, services.reasonUnavailable(entityId)
				.map(reason -> "service " + entityId + " is not served: " + reason)
				.orElseGet(() -> "service " + entityId + " is in no file of metadata/" + nearService.apply(entityId)));
		}
		if (!found.get().settings().enabled()) {
			throw new UnexplainedException(Kind.SERVICE, "service " + entityId
					+ " is not served: the configuration disables it; remove enabled: false in campanile.services");
		}
		return found.get();
	}

	private UserLookup.Found person(String user) throws UnexplainedException {
		try {
			UserLookup typed = directory.within(conversation -> {
				UserLookup lookup = conversation.find(user);
				return lookup instanceof UserLookup.NotFound ? conversation.findByPrincipal(user) : lookup;
			});
			return switch (typed) {
				case UserLookup.Found found -> found;
				case UserLookup.NotFound nobody -> throw new UnexplainedException(Kind.PERSON, "user " + user
						+ ": the directory has no such person below campanile.ldap.base-dn that campanile.ldap.user-filter "
						+ "finds; check the name, the filter, and what the service account may see");
				case UserLookup.Refused refused ->
					throw new UnexplainedException(Kind.PERSON, "user " + user + ": " + refused.reason());
			};
		}
		catch (DirectoryUnavailableException ex) {
			throw new UnexplainedException(Kind.UNAVAILABLE, "the directory does not answer: " + ex.getMessage()
					+ "; campanile check --connect tells what is wrong");
		}
	}

	private DefaultNameIdPolicy.Explained nameId(String user, String principal, ResolvedAttributes attributes,
			RelyingParty service) throws UnexplainedException {
		Instant now = clock.instant();
		byte[] secret = new byte[SECRET_BYTES];
		random.nextBytes(secret);
		SsoSession session = new SsoSession(SessionKey.of(secret), principal, user, now,
				AuthnContextMatcher.PASSWORD_PROTECTED_TRANSPORT, attributes, now, secret, 1, now, now, now, List.of());
		try {
			return nameIdPolicy.explain(session, attributes, service, NameIdRequest.ANY);
		}
		catch (StoreUnavailableException ex) {
			throw new UnexplainedException(Kind.UNAVAILABLE, "the store of persistent identifiers does not answer: "
					+ ex.getMessage() + "; health on the management port says more");
		}
	}

	private static NameIdentifier told(DefaultNameIdPolicy.Explained explained) {
		Optional<NameId> nameId = explained.nameId();
		return new NameIdentifier(nameId.map(NameId::format).orElse(null),
				nameId.filter(id -> !id.format().equals(NameId.TRANSIENT)).map(NameId::value).orElse(null),
				explained.reasons());
	}

	private static String statement(List<NamedAttribute> attributes) {
		if (attributes.isEmpty()) {
			return "";
		}
		CanonicalXmlWriter xml = new CanonicalXmlWriter();
		AttributeStatementWriter.write(xml, attributes);
		return PrettyXml.of(new String(xml.toByteArray(), StandardCharsets.UTF_8));
	}

}
