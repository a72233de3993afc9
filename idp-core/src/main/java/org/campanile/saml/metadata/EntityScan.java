package org.campanile.saml.metadata;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import javax.xml.stream.XMLStreamReader;

import org.campanile.saml.Saml;
import org.campanile.saml.metadata.MetadataIndexer.MetadataIndex;
import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.saml.xml.XsdDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Follows the parser through one file and records the position of each entity. Not
 * thread-safe.
 */
final class EntityScan {

	/** The maximum size of one entity. */
	static final int MAX_ENTITY_BYTES = 1024 * 1024;

	/** The maximum length of an entityID (SAML Core 8.3.6). */
	private static final int MAX_ENTITY_ID = 1024;

	private final MetadataCopy copy;

	private final XMLStreamReader xml;

	private final Utf8Reader input;

	private final Deque<Group> groups = new ArrayDeque<>();

	private final List<IndexedEntity> services = new ArrayList<>();

	private final List<MetadataProblem> problems = new ArrayList<>();

	private int others;

	private int depth;

	private @Nullable OpenEntity entity;

	/**
	 * Whether the entity's end tag has been read, so that the next event begins after it.
	 */
	private boolean complete;

	EntityScan(MetadataCopy copy, XMLStreamReader xml, Utf8Reader input) {
		this.copy = copy;
		this.xml = xml;
		this.input = input;
	}

	void startElement() throws MetadataRefusedException, IOException {
		otherEvent();
		depth++;
		if (entity != null) {
			if (depth == entity.depth + 1 && isServiceRole()) {
				entity.addRole(validUntil());
			}
			return;
		}
		if (depth == 1 && !is("EntityDescriptor") && !is("EntitiesDescriptor")) {
			throw new MetadataRefusedException(line(), "is not metadata: its root is " + xml.getName()
					+ ", not EntityDescriptor or EntitiesDescriptor of SAML 2.0");
		}
		Group parent = groups.isEmpty() ? Group.ROOT : groups.getLast();
		if (depth != parent.depth + 1) {
			return;
		}
		if (is("EntitiesDescriptor")) {
			Validity validity = validUntil();
			if (validity.malformed) {
				throw new MetadataRefusedException(line(),
						"has an EntitiesDescriptor whose validUntil is not a " + "valid time");
			}
			groups.addLast(
					new Group(depth, parent.enclosing.declaring(namespaces()), earlier(parent.ends, validity.instant)));
		}
		else if (is("EntityDescriptor")) {
			entity = new OpenEntity(attribute("entityID"), line(), position(), depth, parent, validUntil());
		}
	}

	void endElement() throws IOException {
		otherEvent();
		if (entity != null && entity.depth == depth) {
			complete = true;
		}
		else if (!groups.isEmpty() && groups.getLast().depth == depth) {
			groups.removeLast();
		}
		depth--;
	}

	/** Handles anything else: comments, text, the document's end. */
	void otherEvent() throws IOException {
		if (complete && depth > 0) {
			close(position());
		}
	}

	/** The result, after the parser has reached the end. */
	MetadataIndex finish(int size) {
		// The root entity: trailing content does no harm in a document of its own.
		close(size);
		return new MetadataIndex(List.copyOf(services), List.copyOf(problems), others);
	}

	private void close(int end) {
		OpenEntity closed = entity;
		if (closed == null) {
			return;
		}
		entity = null;
		complete = false;
		if (!closed.isService) {
			others++;
			return;
		}
		Optional<String> fault = fault(closed, end);
		if (fault.isPresent()) {
			problems.add(new MetadataProblem(Severity.ERROR, copy.file(), OptionalInt.of(closed.line),
					Optional.ofNullable(closed.entityId), fault.get()));
		}
		else if (closed.entityId != null) {
			services.add(new IndexedEntity(closed.entityId, copy, closed.line, closed.start, end - closed.start,
					closed.parent.enclosing, closed.ends));
		}
	}

	private static Optional<String> fault(OpenEntity entity, int end) {
		if (entity.entityId == null || entity.entityId.isBlank()) {
			return Optional.of("an EntityDescriptor without entityID is dropped");
		}
		if (entity.entityId.length() > MAX_ENTITY_ID) {
			return Optional.of("dropped: its entityID is longer than " + MAX_ENTITY_ID + " characters");
		}
		if (entity.malformed) {
			return Optional.of("dropped: its validUntil is not a valid time");
		}
		return end - entity.start > MAX_ENTITY_BYTES ? Optional.of("dropped: it is larger than 1 MiB")
				: Optional.empty();
	}

	private boolean is(String localName) {
		return localName.equals(xml.getLocalName()) && Saml.METADATA_NS.equals(xml.getNamespaceURI());
	}

	private boolean isServiceRole() {
		String protocols = is("SPSSODescriptor") ? attribute("protocolSupportEnumeration") : null;
		return protocols != null && List.of(protocols.strip().split("\\s+")).contains(Saml.PROTOCOL_NS);
	}

	private @Nullable String attribute(String name) {
		for (int i = 0; i < xml.getAttributeCount(); i++) {
			String namespace = xml.getAttributeNamespace(i);
			if (name.equals(xml.getAttributeLocalName(i)) && (namespace == null || namespace.isEmpty())) {
				return xml.getAttributeValue(i);
			}
		}
		return null;
	}

	private Validity validUntil() {
		String text = attribute("validUntil");
		if (text == null) {
			return new Validity(null, false);
		}
		return XsdDateTime.parse(text)
			.map(instant -> new Validity(instant, false))
			.orElseGet(() -> new Validity(null, true));
	}

	private Map<String, String> namespaces() {
		Map<String, String> namespaces = new LinkedHashMap<>();
		for (int i = 0; i < xml.getNamespaceCount(); i++) {
			String prefix = xml.getNamespacePrefix(i);
			String uri = xml.getNamespaceURI(i);
			namespaces.put(prefix == null ? "" : prefix, uri == null ? "" : uri);
		}
		namespaces.remove("xml");
		return namespaces;
	}

	private int line() {
		return xml.getLocation().getLineNumber();
	}

	private int position() throws IOException {
		return input.byteOffset(xml.getLocation().getCharacterOffset());
	}

	/**
	 * The earlier expiry; the same object if both are equal, as there are thousands.
	 */
	private static @Nullable Instant earlier(@Nullable Instant first, @Nullable Instant second) {
		if (first == null || second == null) {
			return first == null ? second : first;
		}
		return second.isBefore(first) ? second : first;
	}

	private record Validity(@Nullable Instant instant, boolean malformed) {
	}

	private record Group(int depth, EnclosingElement enclosing, @Nullable Instant ends) {

		static final Group ROOT = new Group(0, EnclosingElement.NONE, null);

	}

	private static final class OpenEntity {

		private final @Nullable String entityId;

		private final int line;

		private final int start;

		private final int depth;

		private final Group parent;

		private @Nullable Instant ends;

		private boolean malformed;

		private boolean isService;

		OpenEntity(@Nullable String entityId, int line, int start, int depth, Group parent, Validity validity) {
			this.entityId = entityId;
			this.line = line;
			this.start = start;
			this.depth = depth;
			this.parent = parent;
			this.ends = earlier(parent.ends, validity.instant);
			this.malformed = validity.malformed;
		}

		/**
		 * Adds the validity of a role. Only the first role of the kind counts, because it
		 * is the one that is read.
		 */
		void addRole(Validity validity) {
			if (!isService) {
				isService = true;
				ends = earlier(ends, validity.instant);
				malformed |= validity.malformed;
			}
		}

	}

}
