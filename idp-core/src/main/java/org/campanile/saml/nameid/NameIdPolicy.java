package org.campanile.saml.nameid;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.PrincipalDefinition;
import org.campanile.attribute.XmlCharacters;
import org.campanile.identifier.PersistentId;
import org.campanile.identifier.PersistentIds;
import org.campanile.release.IdentifierAlgorithm.Purpose;
import org.campanile.release.IdentifierSalt;
import org.campanile.release.ReleasedAttributes;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.seal.Macs;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;

/**
 * Chooses and computes the name identifier for a service, and stores persistent ones if a
 * store is configured.
 * <p>
 * {@code AllowCreate} (SAML Core 3.4.1.1) states whether an identifier may be created. A
 * computed one need not be created. For a stored one it is honoured only if so
 * configured: many services send {@code false} or nothing because that is their library's
 * default, which would refuse every user on the first visit. A name qualifier other than
 * the service itself would be that of an affiliation, and affiliations are not supported.
 * <p>
 * A service chooses among formats, not among the user's attributes: if it is the request
 * or the metadata that names a format whose value is that of an attribute, the value must
 * be released to the service. Thread-safe.
 */
public final class NameIdPolicy {

	/** Asks for an encrypted identifier (SAML Core 3.4.1.1), which is not supported. */
	private static final String ENCRYPTED = "urn:oasis:names:tc:SAML:2.0:nameid-format:encrypted";

	private static final Logger LOGGER = LoggerFactory.getLogger(NameIdPolicy.class);

	private final NameIdSettings settings;

	private final IdentifierSalt salt;

	private final Optional<PersistentIds> stored;

	/**
	 * @param salt the salt of persistent identifiers
	 * @param stored stores persistent identifiers; empty to compute them each time
	 */
	public NameIdPolicy(NameIdSettings settings, IdentifierSalt salt, Optional<PersistentIds> stored) {
		this.settings = settings;
		this.salt = salt;
		this.stored = stored;
	}

	/**
	 * Chooses the format from the request, the local settings, the service's metadata and
	 * the default, in this order, and computes the identifier.
	 * @param released the attributes that the service receives
	 * @return empty if no acceptable format yields a value (SAML Core 3.4.1.1, status
	 * {@code InvalidNameIDPolicy})
	 * @throws StoreUnavailableException if it is a stored one and the store does not
	 * answer; no other is used instead, because the service would treat the user as a new
	 * one
	 */
	public Optional<NameId> nameIdFor(SsoSession session, ReleasedAttributes released, RelyingParty service,
			NameIdRequest request) throws StoreUnavailableException {
		return new Choice(session, released, service, request, null).make();
	}

	/**
	 * Decides like {@link #nameIdFor}, with reasons. Does not create a stored identifier:
	 * if there is none, returns the first one that would be stored.
	 */
	public Explained explain(SsoSession session, ReleasedAttributes released, RelyingParty service,
			NameIdRequest request) throws StoreUnavailableException {
		List<String> reasons = new ArrayList<>();
		Optional<NameId> nameId = new Choice(session, released, service, request, reasons).make();
		return new Explained(nameId, reasons);
	}

	/**
	 * A name identifier and its reasons.
	 *
	 * @param nameId the result of {@link #nameIdFor}
	 * @param reasons the formats that were tried and the results, in order
	 */
	public record Explained(Optional<NameId> nameId, List<String> reasons) {

		public Explained {
			reasons = List.copyOf(reasons);
		}

	}

	private static boolean isOpen(String format) {
		return format.isBlank() || format.equals(NameId.UNSPECIFIED) || format.equals(NameId.UNSPECIFIED_2_0);
	}

	private static List<String> sources(String id, SsoSession session) {
		if (PrincipalDefinition.PRINCIPAL.equals(id)) {
			return List.of(session.principal());
		}
		return session.attributes().get(id).stream().map(AttributeValue::text).toList();
	}

	/** The choice for one user and service. Used by one thread, once. */
	private final class Choice {

		private final SsoSession session;

		private final ReleasedAttributes released;

		private final RelyingParty service;

		private final NameIdRequest request;

		private final @Nullable List<String> reasons;

		/**
		 * @param reasons receives the formats that were tried, in which case nothing is
		 * stored; null for a sign-on
		 */
		Choice(SsoSession session, ReleasedAttributes released, RelyingParty service, NameIdRequest request,
				@Nullable List<String> reasons) {
			this.session = session;
			this.released = released;
			this.service = service;
			this.request = request;
			this.reasons = reasons;
		}

		Optional<NameId> make() throws StoreUnavailableException {
			String qualifier = request.spNameQualifier();
			if (qualifier != null && !qualifier.isEmpty() && !qualifier.equals(service.entityId())) {
				return Optional.empty();
			}
			String asked = request.format();
			if (asked != null && !isOpen(asked)) {
				return make(asked, "asked for by the request");
			}
			for (String format : service.settings().nameIdFormats()) {
				Optional<NameId> nameId = make(format, "the configuration names it for this service");
				if (nameId.isPresent()) {
					return nameId;
				}
			}
			// The value "unspecified" in metadata means no preference.
			for (String format : service.nameIdFormats()) {
				Optional<NameId> nameId = isOpen(format) ? Optional.empty()
						: make(format, "the service's metadata names it");
				if (nameId.isPresent()) {
					return nameId;
				}
			}
			return make(settings.defaultFormat(), "it is the default (campanile.name-id.default-format)");
		}

		private Optional<NameId> make(String format, String why) throws StoreUnavailableException {
			if (reasons != null) {
				reasons.add("format " + format + ": " + why);
			}
			if (format.equals(NameId.TRANSIENT)) {
				return Optional.of(transientId());
			}
			Optional<String> source = service.settings().nameIdSource();
			if (source.isPresent() && !format.equals(ENCRYPTED)) {
				return fromAttribute(format, source.get());
			}
			return format.equals(NameId.PERSISTENT) ? persistentId()
					: fromAttribute(format, settings.attributeFormats().get(format));
		}

		/**
		 * Returns an identifier that is constant for one service throughout a session,
		 * otherwise unlinkable (SAML Core 8.3.8).
		 */
		private NameId transientId() {
			tell("made anew for each session, from nothing that is known of the person");
			byte[] mac = Macs.hmacSha256(session.secret(), "transient\0" + service.entityId());
			return new NameId('_' + HexFormat.of().formatHex(mac), NameId.TRANSIENT, null, null);
		}

		private Optional<NameId> persistentId() throws StoreUnavailableException {
			String entityId = service.entityId();
			String sourceId = settings.persistentSource();
			List<String> sources = sources(sourceId, session);
			if (sources.size() != 1) {
				// With several values, none is reliably the first: a directory does not
				// preserve the order.
				LOGGER.warn(
						"persistent name identifier of {} for {}: none, because its source {} has {} values instead of one",
						session.principal(), entityId, sourceId, sources.size());
				tell("none, because its source " + sourceId + " has " + sources.size() + " values instead of one");
				return Optional.empty();
			}
			String person = sources.get(0);
			// The first one that is stored is the computed one, so that enabling the
			// store changes no identifier.
			String computed = settings.algorithm().compute(salt, Purpose.PERSISTENT, entityId, person);
			if (stored.isEmpty()) {
				tell("computed from " + sourceId + ", the service and the salt");
			}
			Optional<String> value = stored.isEmpty() ? Optional.of(computed)
					: storedId(stored.get(), person, computed);
			return value.map(text -> new NameId(text, NameId.PERSISTENT, settings.entityId(), entityId));
		}

		private Optional<String> storedId(PersistentIds ids, String person, String computed)
				throws StoreUnavailableException {
			boolean establish = request.allowCreate() || !settings.strictAllowCreate();
			if (establish && reasons == null) {
				return Optional.of(ids.findOrCreate(person, session.principal(), service.entityId(), computed).value());
			}
			Optional<String> value = ids.find(person, service.entityId()).map(PersistentId::value);
			if (value.isPresent()) {
				tell("stored");
			}
			else if (establish) {
				tell("none is stored yet; the first sign-on stores this one, or a random one if this one was revoked");
				return Optional.of(computed);
			}
			else {
				LOGGER.info(
						"persistent name identifier of {} for {}: none is stored, and the request allows no new one",
						session.principal(), service.entityId());
			}
			return value;
		}

		private Optional<NameId> fromAttribute(String format, @Nullable String sourceId) {
			if (sourceId == null) {
				tell("not supported");
				return Optional.empty();
			}
			List<String> values = sources(sourceId, session).stream()
				.filter(text -> !text.isBlank() && XmlCharacters.allLegal(text))
				.toList();
			Optional<String> value = values.stream()
				.filter(text -> isConfigured(format) || isReleased(sourceId, text))
				.findFirst();
			if (value.isPresent()) {
				tell("the value of " + sourceId);
				return value.map(text -> new NameId(text, format, null, null));
			}
			String reason = values.isEmpty() ? "has no value"
					: "is not released to the service; release it, or name the format in its name-id-formats";
			tell("none, because its source " + sourceId + ' ' + reason);
			// Metadata that prefers what is not released would fill the log.
			if (values.isEmpty() || format.equals(request.format())) {
				LOGGER.info("name identifier of {} for {}: {} cannot be had, its source {} {}", session.principal(),
						service.entityId(), format, sourceId, reason);
			}
			return Optional.empty();
		}

		/** Whether an administrator chose the format for the service. */
		private boolean isConfigured(String format) {
			return service.settings().nameIdSource().isPresent() || service.settings().nameIdFormats().contains(format)
					|| settings.defaultFormat().equals(format);
		}

		private boolean isReleased(String id, String text) {
			return released.attributes()
				.stream()
				.filter(attribute -> attribute.id().equals(id))
				.anyMatch(attribute -> attribute.values().stream().anyMatch(value -> value.text().equals(text)));
		}

		/** Completes the reason for the format that is being tried. */
		private void tell(String outcome) {
			if (reasons != null) {
				reasons.set(reasons.size() - 1, reasons.getLast() + "; " + outcome);
			}
		}

	}

}
