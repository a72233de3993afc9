package org.campanile.saml.opensaml.metadata;

import java.util.ArrayList;
import java.util.List;

import org.opensaml.core.xml.XMLObject;
import org.opensaml.saml.saml2.metadata.EntityDescriptor;
import org.opensaml.saml.saml2.metadata.SPSSODescriptor;
import org.w3c.dom.Element;

import org.campanile.http.Urls;
import org.campanile.saml.Saml;
import org.campanile.saml.crypto.EncryptionChooser;
import org.campanile.saml.opensaml.Dom;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.opensaml.XmlRefusedException;
import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartySettings;

/**
 * Reads one {@code md:EntityDescriptor} (SAML Metadata 2.3.2) into a service.
 * Thread-safe.
 */
public final class ServiceReader {

	/**
	 * Reads a service. Never throws because of the document's content.
	 * @param document a document whose root's only element is the entity
	 * @param entityId the name the entity must have
	 * @param settings the local settings for it
	 */
	public EntityReading read(byte[] document, String entityId, RelyingPartySettings settings) {
		List<String> remarks = new ArrayList<>();
		try {
			return convert(entity(document, entityId, remarks), entityId, settings, remarks);
		}
		catch (XmlRefusedException ex) {
			return new EntityReading.Refused(String.valueOf(ex.getMessage()));
		}
		catch (UnusableEntityException ex) {
			return new EntityReading.Refused(ex.reason());
		}
		catch (RuntimeException ex) {
			// The other entities, and the files beside this one, must still be read.
			return new EntityReading.Refused("it cannot be read: " + ex);
		}
	}

	private static EntityDescriptor entity(byte[] document, String entityId, List<String> remarks)
			throws XmlRefusedException, UnusableEntityException {
		List<Element> elements = Dom.children(OpenSaml.get().parse(document).getDocumentElement());
		if (elements.size() != 1 || !EntityElement.is(elements.get(0), "EntityDescriptor")
				|| !entityId.equals(elements.get(0).getAttribute("entityID"))) {
			// The index and the parser disagree on the position of the entity, so it must
			// not be used.
			throw new UnusableEntityException("it is not where the index says it is");
		}
		EntityElement.reduce(elements.get(0), remarks);
		return OpenSaml.get().unmarshall(elements.get(0), EntityDescriptor.class);
	}

	private static EntityReading convert(EntityDescriptor entity, String entityId, RelyingPartySettings settings,
			List<String> remarks) throws UnusableEntityException {
		SPSSODescriptor role = (SPSSODescriptor) entity.getRoleDescriptors().get(0);
		EndpointReader endpoints = new EndpointReader(remarks);
		List<AssertionConsumerService> consumers = endpoints.read(role);
		KeyReader keys = new KeyReader(remarks);
		keys.read(role.getKeyDescriptors());
		boolean signs = Boolean.TRUE.equals(role.isAuthnRequestsSigned());
		List<String> obstacles = obstacles(consumers, keys, signs, settings);
		remarks.addAll(obstacles);
		warnOfClearTransport(consumers, remarks);
		RelyingParty service = new RelyingParty(entityId, new DisplayInfoReader(remarks).read(entity, role), consumers,
				endpoints.readSingleLogout(role), keys.signingKeys(), keys.encryptionKeys(),
				keys.encryptionKeysUnusable(), signs, Boolean.TRUE.equals(role.getWantAssertionsSigned()),
				nameIdFormats(role), AttributeReader.consumingServices(role), AttributeReader.entityAttributes(entity),
				AttributeReader.registrar(entity), settings);
		return new EntityReading.Service(service, remarks, obstacles);
	}

	/** The faults that make the service unusable. */
	private static List<String> obstacles(List<AssertionConsumerService> consumers, KeyReader keys, boolean signs,
			RelyingPartySettings settings) {
		List<String> obstacles = new ArrayList<>();
		if (consumers.stream().noneMatch(consumer -> Saml.BINDING_POST.equals(consumer.binding()))) {
			obstacles.add("has no AssertionConsumerService for HTTP-POST: no user can sign in to it");
		}
		if (keys.signingKeys().isEmpty() && settings.requireSignedRequests().orElse(signs)) {
			obstacles.add("must sign its requests, but has no usable signing key: every request will be refused");
		}
		if (keys.encryptionKeys().isEmpty() && settings.encryption() == EncryptionPolicy.REQUIRED) {
			obstacles.add("must get encrypted assertions, but has no usable encryption key: no user can sign in");
		}
		else if (keys.encryptionKeysUnusable() && settings.encryption() != EncryptionPolicy.NEVER) {
			obstacles.add("has keys for encryption, but no usable encryption key: no user can sign in; RSA of at least "
					+ EncryptionChooser.MIN_RSA_BITS + " bits is needed, or encryption: never in campanile.services");
		}
		return obstacles;
	}

	private static void warnOfClearTransport(List<AssertionConsumerService> consumers, List<String> remarks) {
		consumers.stream()
			.filter(consumer -> Saml.BINDING_POST.equals(consumer.binding()))
			.map(AssertionConsumerService::location)
			.filter(Urls::isClearTransport)
			.findFirst()
			.ifPresent(location -> remarks.add("receives responses over unencrypted http at " + location));
	}

	private static List<String> nameIdFormats(SPSSODescriptor role) {
		return role.getNameIDFormats()
			.stream()
			.map(ServiceReader::text)
			.filter(format -> !format.isEmpty())
			.distinct()
			.toList();
	}

	/** The element's text without white space around it; empty for none. */
	static String text(XMLObject object) {
		Element element = object.getDOM();
		return element == null ? "" : element.getTextContent().strip();
	}

}
