package org.campanile.saml.metadata;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.metadata.MetadataIndexer.MetadataIndex;
import org.campanile.saml.opensaml.metadata.EntityReading;
import org.campanile.saml.relyingparty.RelyingPartySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MetadataIndexerTests {

	@TempDir
	Path work;

	@Test
	void whenOneEntityThenFoundAndReadable() throws Exception {
		MetadataIndex index = index("<?xml version='1.0'?>\n<!-- é -->\n" + TestMetadata.service("https://a.example"));
		assertThat(index.services()).singleElement()
			.satisfies(entity -> assertThat(entity.line()).isEqualTo(3))
			.satisfies(MetadataIndexerTests::readable);
	}

	@Test
	void whenTextOfAllWidthsBetweenThenEveryEntityIsCutOutExactly() throws Exception {
		StringBuilder members = new StringBuilder();
		for (int i = 0; i < 3_000; i++) {
			members.append("é€\uD83D\uDE00".repeat(i % 7))
				.append("<!-- ü <EntityDescriptor> -->")
				.append(i % 3 == 0 ? "<![CDATA[<EntityDescriptor entityID='no'>]]>" : "\r\n")
				.append(i % 2 == 0 ? "<?pi <EntityDescriptor?>" : "")
				.append(TestMetadata.member("https://größe" + i + "\uD83D\uDE00.example"));
		}
		MetadataIndex index = index(TestMetadata.group(members.toString()));
		assertThat(index.services()).hasSize(3_000);
		for (int i = 0; i < 3_000; i++) {
			IndexedEntity entity = index.services().get(i);
			assertThat(entity.entityId()).isEqualTo("https://größe" + i + "\uD83D\uDE00.example");
			String document = new String(entity.document(), StandardCharsets.UTF_8);
			assertThat(document).startsWith("<in-scope xmlns=\"" + TestMetadata.MD + "\"><EntityDescriptor entityID=")
				.endsWith("</EntityDescriptor></in-scope>")
				.contains(entity.entityId());
		}
		readable(index.services().get(2_999));
	}

	@ParameterizedTest
	@CsvSource({ "UTF-8, false", "UTF-8, true", "UTF-16BE, true", "UTF-16LE, true", "UTF-16BE, false",
			"UTF-16LE, false", "ISO-8859-1, false", "windows-1252, false" })
	void whenOtherEncodingsThenTheSame(String charset, boolean mark) throws Exception {
		String declared = charset.startsWith("UTF-16") ? "UTF-16" : charset;
		String xml = "<?xml version='1.0' encoding='" + declared + "'?>" + TestMetadata.group(
				"<!-- äöü -->" + TestMetadata.member("https://ä.example") + TestMetadata.member("https://b.example"));
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		if (mark) {
			bytes.write("\uFEFF".getBytes(Charset.forName(charset)));
		}
		bytes.write(xml.getBytes(Charset.forName(charset)));
		MetadataIndex index = index(bytes.toByteArray());
		assertThat(index.services()).extracting(IndexedEntity::entityId)
			.containsExactly("https://ä.example", "https://b.example");
		index.services().forEach(MetadataIndexerTests::readable);
	}

	@Test
	void whenNamespacesAreDeclaredAroundThenInScope() throws Exception {
		String xml = "<x-1:EntitiesDescriptor xmlns:x-1='" + TestMetadata.MD
				+ "' xmlns:q='urn:a&amp;b&lt;&quot;'><x-1:EntitiesDescriptor xmlns:ünï='http://www.w3.org/2001/XMLSchema-instance'>"
				+ "<x-1:EntityDescriptor entityID='urn:a' q:x='1'><x-1:SPSSODescriptor protocolSupportEnumeration='urn:x "
				+ TestMetadata.PROTOCOL + "' ünï:type='x-1:SPSSODescriptorType'><x-1:AssertionConsumerService Binding='"
				+ TestMetadata.POST + "' Location='https://a.example' index='0'/></x-1:SPSSODescriptor>"
				+ "</x-1:EntityDescriptor></x-1:EntitiesDescriptor></x-1:EntitiesDescriptor>";
		assertThat(index(xml).services()).singleElement().satisfies(MetadataIndexerTests::readable);
	}

	@Test
	void whenGroupsAreNestedThenTheEarliestEndHolds() throws Exception {
		String xml = TestMetadata.group(" validUntil='2026-05-01T00:00:00Z'", TestMetadata.member("urn:root")
				+ "<EntitiesDescriptor validUntil='2026-04-01T00:00:00+02:00'>" + TestMetadata.member("urn:inner")
				+ TestMetadata.service("urn:own", " validUntil='2026-03-01T00:00:00.123456789Z'", "")
				+ TestMetadata.service("urn:later", " validUntil='2027-03-01T00:00:00'", "")
				+ "<EntityDescriptor entityID='urn:role'>" + TestMetadata.role(" validUntil='2026-02-01T00:00:00Z'", "")
				+ "</EntityDescriptor></EntitiesDescriptor>" + TestMetadata.member("urn:after"));
		assertThat(index(xml).services()).extracting(IndexedEntity::ends)
			.containsExactly(Instant.parse("2026-05-01T00:00:00Z"), Instant.parse("2026-03-31T22:00:00Z"),
					Instant.parse("2026-03-01T00:00:00.123456789Z"), Instant.parse("2026-03-31T22:00:00Z"),
					Instant.parse("2026-02-01T00:00:00Z"), Instant.parse("2026-05-01T00:00:00Z"));
	}

	@Test
	void whenNoServiceThenCountedApart() throws Exception {
		String idp = "<EntityDescriptor entityID='urn:idp'><IDPSSODescriptor protocolSupportEnumeration='"
				+ TestMetadata.PROTOCOL + "'/></EntityDescriptor>";
		String saml1 = "<EntityDescriptor entityID='urn:old'><SPSSODescriptor protocolSupportEnumeration='"
				+ "urn:oasis:names:tc:SAML:1.1:protocol'/></EntityDescriptor>";
		MetadataIndex index = index(TestMetadata.group(idp + TestMetadata.member("urn:sp") + saml1
				+ "<EntityDescriptor entityID='a>b'/>" + TestMetadata.member("urn:sp2")));
		assertThat(index.services()).extracting(IndexedEntity::entityId).containsExactly("urn:sp", "urn:sp2");
		assertThat(index.others()).isEqualTo(3);
		assertThat(index.problems()).isEmpty();
	}

	@Test
	void whenAnEntityIsFaultyThenItAloneIsDropped() throws Exception {
		String large = TestMetadata.service("urn:large", "", "<!--" + "x".repeat(1024 * 1024) + "-->");
		MetadataIndex index = index(TestMetadata.group(TestMetadata.service("urn:time", " validUntil='tomorrow'", "")
				+ large + "<EntityDescriptor>" + TestMetadata.role("", "") + "</EntityDescriptor>"
				+ TestMetadata.member("urn:" + "x".repeat(1021)) + TestMetadata.member("urn:good")));
		assertThat(index.services()).extracting(IndexedEntity::entityId).containsExactly("urn:good");
		assertThat(index.problems()).extracting(MetadataProblem::reason)
			.containsExactly("dropped: its validUntil is not a valid time", "dropped: it is larger than 1 MiB",
					"an EntityDescriptor without entityID is dropped",
					"dropped: its entityID is longer than 1024 characters");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<!DOCTYPE EntityDescriptor>", "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>",
			"<!DOCTYPE x [<!ENTITY % p SYSTEM 'http://127.0.0.1:9/'> %p;]>" })
	void whenDoctypeThenRefusedWithItsLine(String doctype) {
		refused("<?xml version='1.0'?>\n" + doctype + TestMetadata.service("urn:a"), "line 2", "DOCTYPE");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "<a/>|not metadata", "<html><body>|not metadata", "''|empty",
			"plain text|well-formed", "<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata'>|well-formed",
			"<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata'>&lol;</EntityDescriptor>|lol",
			"<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata'/><b/>|well-formed",
			"<EntitiesDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata' validUntil='no'/>|validUntil",
			"<?xml version='1.0' encoding='x-none'?><a/>|x-none", "<?xml version='1.0' encoding='UTF-16'?><a/>|UTF-16",
			"<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata' a='1' a='2'/>|well-formed" })
	void whenNoMetadataThenRefusedWithTheReason(String xml, String reason) {
		refused(xml, "", reason);
	}

	@Test
	void whenBeyondTheLimitsThenRefused() {
		refused(TestMetadata.group("<a>".repeat(200) + "</a>".repeat(200)), "", "epth");
		StringBuilder attributes = new StringBuilder();
		for (int i = 0; i < 300; i++) {
			attributes.append(" a").append(i).append("=''");
		}
		refused(TestMetadata.group(attributes.toString(), ""), "", "ttribute");
		refused(TestMetadata.group(" Name='" + "x".repeat(300_000) + "'", ""), "", "ttribute");
	}

	@Test
	void whenNotInItsEncodingThenRefused() {
		byte[] latin = TestMetadata.service("https://ä.example").getBytes(StandardCharsets.ISO_8859_1);
		assertThatExceptionOfType(MetadataRefusedException.class).isThrownBy(() -> index(latin))
			.withMessageContaining("UTF-8");
	}

	@Test
	void whenTheLimitFallsWithinACharacterThenTooLarge() throws Exception {
		byte[] wide = TestMetadata.service("https://a.example").getBytes(StandardCharsets.UTF_16);
		CopyStore copies = new CopyStore(work, wide.length - 2);
		assertThatExceptionOfType(MetadataRefusedException.class)
			.isThrownBy(() -> copies.draft("f.xml", new ByteArrayInputStream(wide)))
			.withMessageContaining("is larger than");
	}

	private void refused(String xml, String line, String reason) {
		assertThatExceptionOfType(MetadataRefusedException.class).isThrownBy(() -> index(xml))
			.satisfies(ex -> assertThat(ex.problem("f.xml").message()).contains("f.xml", line, reason));
	}

	private MetadataIndex index(String xml) throws Exception {
		return index(xml.getBytes(StandardCharsets.UTF_8));
	}

	private MetadataIndex index(byte[] xml) throws Exception {
		CopyStore copies = new CopyStore(work, Integer.MAX_VALUE);
		return new MetadataIndexer().index(copies.draft("f.xml", new ByteArrayInputStream(xml)).copy());
	}

	private static void readable(IndexedEntity entity) {
		assertThat(new EntityLoader(RelyingPartySettings.DEFAULTS, List.of()))
			.satisfies(loader -> assertThat(loader.load(entity)).isInstanceOf(EntityReading.Service.class));
	}

}
