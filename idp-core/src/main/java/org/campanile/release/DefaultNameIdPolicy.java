package org.campanile.release;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.PrincipalDefinition;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.XmlCharacters;
import org.campanile.durable.PersistentId;
import org.campanile.durable.PersistentIds;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.release.IdentifierAlgorithm.Purpose;
import org.campanile.seal.Macs;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes every identifier from what is at hand, and keeps persistent ones in a store if
 * there is one for them.
 * <p>
 * {@code AllowCreate} (SAML Core 3.4.1.1) asks whether an identifier may be established.
 * A computed one never is, but always has been. A stored one is, and yet the attribute
 * only counts where the settings say so: services send {@code false} or nothing because
 * that is their library's default, and would turn everybody away who comes for the first
 * time. A name qualifier that is not the service itself would be that of an affiliation,
 * and affiliations are not supported. Thread-safe.
 */
public final class DefaultNameIdPolicy implements NameIdPolicy {

	/** The name that SAML 2.0 never gave, and that many services use all the same. */
	private static final String UNSPECIFIED_2_0 = "urn:oasis:names:tc:SAML:2.0:nameid-format:unspecified";

	private static final Logger LOGGER = LoggerFactory.getLogger(DefaultNameIdPolicy.class);

	private final NameIdSettings settings;

	private final IdentifierSalt salt;

	private final Optional<PersistentIds> stored;

	/**
	 * @param salt what persistent identifiers are computed with
	 * @param stored keeps persistent identifiers; empty to compute them each time
	 */
	public DefaultNameIdPolicy(NameIdSettings settings, IdentifierSalt salt, Optional<PersistentIds> stored) {
		this.settings = settings;
		this.salt = salt;
		this.stored = stored;
	}

	@Override
	public Optional<NameId> nameIdFor(SsoSession session, ResolvedAttributes attributes, RelyingParty service,
			NameIdRequest request) throws StoreUnavailableException {
		String qualifier = request.spNameQualifier();
		if (qualifier != null && !qualifier.isEmpty() && !qualifier.equals(service.entityId())) {
			return Optional.empty();
		}
		String asked = request.format();
		if (asked != null && !isOpen(asked)) {
			return make(asked, session, attributes, service, request);
		}
		for (String format : service.settings().nameIdFormats()) {
			Optional<NameId> nameId = make(format, session, attributes, service, request);
			if (nameId.isPresent()) {
				return nameId;
			}
		}
		// In metadata "unspecified" means no preference, and says nothing of the order.
		for (String format : service.nameIdFormats()) {
			Optional<NameId> nameId = isOpen(format) ? Optional.empty()
					: make(format, session, attributes, service, request);
			if (nameId.isPresent()) {
				return nameId;
			}
		}
		return make(settings.defaultFormat(), session, attributes, service, request);
	}

	private static boolean isOpen(String format) {
		return format.isBlank() || format.equals(NameId.UNSPECIFIED) || format.equals(UNSPECIFIED_2_0);
	}

	private Optional<NameId> make(String format, SsoSession session, ResolvedAttributes attributes,
			RelyingParty service, NameIdRequest request) throws StoreUnavailableException {
		return switch (format) {
			case NameId.TRANSIENT -> Optional.of(transientId(session, service.entityId()));
			case NameId.PERSISTENT -> persistentId(session, attributes, service.entityId(), request);
			default -> fromAttribute(format, session, attributes, service.entityId());
		};
	}

	/**
	 * The same for one service throughout a session, unlinkable otherwise (SAML Core
	 * 8.3.8).
	 */
	private static NameId transientId(SsoSession session, String entityId) {
		byte[] mac = Macs.hmacSha256(session.secret(), "transient\0" + entityId);
		return new NameId('_' + HexFormat.of().formatHex(mac), NameId.TRANSIENT, null, null);
	}

	private Optional<NameId> persistentId(SsoSession session, ResolvedAttributes attributes, String entityId,
			NameIdRequest request) throws StoreUnavailableException {
		String sourceId = settings.persistentSource();
		List<String> sources = sources(sourceId, session, attributes);
		if (sources.size() != 1) {
			// Of several none is the first for ever: a directory keeps no order.
			LOGGER.warn(
					"persistent name identifier of {} for {}: none, because its source {} has {} values instead of one",
					session.principal(), entityId, sourceId, sources.size());
			return Optional.empty();
		}
		String person = sources.get(0);
		// The first one that is stored is the computed one: to begin to store changes
		// nobody's identifier.
		String computed = settings.algorithm().compute(salt, Purpose.PERSISTENT, entityId, person);
		Optional<String> value = stored.isEmpty() ? Optional.of(computed)
				: storedId(stored.get(), session, person, entityId, computed, request);
		return value.map(text -> new NameId(text, NameId.PERSISTENT, settings.entityId(), entityId));
	}

	private Optional<String> storedId(PersistentIds ids, SsoSession session, String person, String entityId,
			String computed, NameIdRequest request) throws StoreUnavailableException {
		if (request.allowCreate() || !settings.strictAllowCreate()) {
			return Optional.of(ids.findOrCreate(person, session.principal(), entityId, computed).value());
		}
		Optional<String> value = ids.find(person, entityId).map(PersistentId::value);
		if (value.isEmpty()) {
			LOGGER.info("persistent name identifier of {} for {}: none is stored, and the request allows no new one",
					session.principal(), entityId);
		}
		return value;
	}

	private Optional<NameId> fromAttribute(String format, SsoSession session, ResolvedAttributes attributes,
			String entityId) {
		String sourceId = settings.attributeFormats().get(format);
		if (sourceId == null) {
			return Optional.empty();
		}
		Optional<String> value = sources(sourceId, session, attributes).stream()
			.filter(text -> !text.isBlank() && XmlCharacters.allLegal(text))
			.findFirst();
		if (value.isEmpty()) {
			LOGGER.info("name identifier of {} for {}: {} cannot be had, its source {} has no value",
					session.principal(), entityId, format, sourceId);
		}
		return value.map(text -> new NameId(text, format, null, null));
	}

	private static List<String> sources(String id, SsoSession session, ResolvedAttributes attributes) {
		if (PrincipalDefinition.PRINCIPAL.equals(id)) {
			return List.of(session.principal());
		}
		return attributes.get(id).stream().map(AttributeValue::text).toList();
	}

}
