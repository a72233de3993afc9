package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.StandardOpenOption;
import java.util.List;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.exc.WstxIOException;

/**
 * Finds the entities of a metadata file in one pass, with only a buffer of it in memory.
 * Thread-safe.
 */
final class MetadataIndexer {

	/** The maximum depth of elements. */
	private static final int MAX_DEPTH = 128;

	private static final int MAX_ATTRIBUTES = 256;

	private static final int MAX_ATTRIBUTE_CHARS = 256 * 1024;

	private final XMLInputFactory factory;

	MetadataIndexer() {
		// Found by the service mechanism and checked by name: the class has an annotation
		// that is
		// in no library, so that a direct reference causes a compiler warning.
		factory = XMLInputFactory.newFactory(XMLInputFactory.class.getName(), getClass().getClassLoader());
		if (!factory.isPropertySupported(WstxInputProperties.P_MAX_ELEMENT_DEPTH)) {
			throw new IllegalStateException("Woodstox is not on the class path, but " + factory.getClass());
		}
		factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
		factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, MAX_DEPTH);
		factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, MAX_ATTRIBUTES);
		factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, MAX_ATTRIBUTE_CHARS);
	}

	/**
	 * Indexes a file.
	 * @throws MetadataRefusedException if it is not well-formed, contains a DOCTYPE,
	 * exceeds the limits, or is not metadata
	 * @throws IOException if it cannot be read
	 */
	MetadataIndex index(MetadataCopy copy) throws MetadataRefusedException, IOException {
		try (FileChannel channel = FileChannel.open(copy.path(), StandardOpenOption.READ)) {
			if (channel.size() == 0) {
				throw new MetadataRefusedException("is empty");
			}
			Utf8Reader input = new Utf8Reader(channel);
			return index(copy, input, Math.toIntExact(channel.size()));
		}
	}

	private MetadataIndex index(MetadataCopy copy, Utf8Reader input, int size)
			throws MetadataRefusedException, IOException {
		try {
			XMLStreamReader xml = factory.createXMLStreamReader(input);
			EntityScan scan = new EntityScan(copy, xml, input);
			while (xml.hasNext()) {
				switch (xml.next()) {
					case XMLStreamConstants.DTD ->
						throw new MetadataRefusedException(line(xml), "holds a DOCTYPE, which is refused; remove it");
					case XMLStreamConstants.ENTITY_REFERENCE -> throw new MetadataRefusedException(line(xml),
							"refers to the entity " + xml.getLocalName() + ", which is refused");
					case XMLStreamConstants.START_ELEMENT -> scan.startElement();
					case XMLStreamConstants.END_ELEMENT -> scan.endElement();
					default -> scan.otherEvent();
				}
			}
			return scan.finish(size);
		}
		catch (WstxIOException ex) {
			if (ex.getCause() instanceof CharacterCodingException) {
				throw new MetadataRefusedException("is not valid UTF-8; save it as UTF-8, or declare its encoding");
			}
			throw ex.getCause() instanceof IOException io ? io : new IOException(ex);
		}
		catch (XMLStreamException ex) {
			int line = ex.getLocation() == null ? 0 : ex.getLocation().getLineNumber();
			throw new MetadataRefusedException(line,
					"is not well-formed: " + firstLine(String.valueOf(ex.getMessage())));
		}
	}

	private static int line(XMLStreamReader xml) {
		return xml.getLocation().getLineNumber();
	}

	/** The parser's message without its location. */
	private static String firstLine(String message) {
		int end = message.indexOf("\n at [");
		return (end < 0 ? message : message.substring(0, end)).replaceAll("\\s+", " ");
	}

	/**
	 * The result of one pass over a file.
	 *
	 * @param services the entities with a service provider role of SAML 2.0, in file
	 * order
	 * @param problems entities dropped, and why
	 * @param others how many entities have no such role
	 */
	record MetadataIndex(List<IndexedEntity> services, List<MetadataProblem> problems, int others) {
	}

}
