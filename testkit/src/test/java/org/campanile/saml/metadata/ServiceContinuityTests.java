package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyOverride;

import static org.assertj.core.api.Assertions.assertThat;

/** A working service must keep working, whatever happens to the folder meanwhile. */
class ServiceContinuityTests extends MetadataFolderFixture {

	private static final String OTHER_CONSUMER = "<AssertionConsumerService Binding='"
			+ "urn:oasis:names:tc:SAML:2.0:bindings:PAOS' Location='https://sp.example.org/ecp' index='1'/>";

	private static final String KEY = "<KeyDescriptor><ds:KeyInfo xmlns:ds='http://www.w3.org/2000/09/xmldsig#'>"
			+ "<d:DEREncodedKeyValue xmlns:d='http://www.w3.org/2009/xmldsig11#'>"
			+ TestMetadata.base64(TestMetadata.keys("RSA", 2048).getPublic().getEncoded())
			+ "</d:DEREncodedKeyValue></ds:KeyInfo></KeyDescriptor>";

	/** Careless edits that affect a working service. */
	private enum Mishap {

		NO_CONSUMER("", "no usable AssertionConsumerService"),

		NO_BROWSER_CONSUMER(OTHER_CONSUMER, "no AssertionConsumerService for HTTP-POST"),

		NO_ENCRYPTION_KEY(KEY.replace("<KeyDescriptor", "<KeyDescriptor use='signing'") + consumer(),
				"no usable encryption key"),

		NO_SIGNING_KEY(KEY.replace("<KeyDescriptor", "<KeyDescriptor use='encryption'") + consumer(),
				"no usable signing key"),

		FOREIGN_SCHEME(KEY + TestMetadata.consumer("javascript:alert(1)", 1), "javascript:");

		private final String role;

		private final String reason;

		Mishap(String role, String reason) {
			this.role = role;
			this.reason = reason;
		}

		private static String consumer() {
			return TestMetadata.consumer("https://sp.example.org/acs", 1);
		}

	}

	@ParameterizedTest
	@ValueSource(strings = { "wiki-backup.xml", "Copy of wiki.xml", "zzz.xml" })
	void whenASecondFileNamesAServiceThenTheOneServedStays(String copy) throws IOException {
		write("wiki.xml", named(A, "urn:first"));
		start();
		write(copy, TestMetadata.group(named(A, "urn:second") + TestMetadata.member(B)));
		poll(3);
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
		assertThat(registry.find(B)).as("what else the file holds").isPresent();
		assertThat(registry.reasonUnavailable(A)).isEmpty();
		assertThat(errors()).singleElement().asString().contains("metadata/" + copy + ", line 1", A, "wiki.xml");
		assertThat(registry.problems()).singleElement().extracting(MetadataProblem::file).isEqualTo(copy);
		assertThat(bad()).isEqualTo(1);
		assertThat(meters.get("campanile.metadata.refused").counter().count()).isEqualTo(1);
		assertThat(registry.reasonUnready()).isEmpty();
		Files.delete(home.metadata().resolve(copy));
		poll(2);
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
		assertThat(bad()).isZero();
		assertThat(errors()).hasSize(1);
	}

	@Test
	void whenAServiceStandsTwiceAtTheStartThenTheFirstFileByNameIsServed() throws IOException {
		write("wiki-backup.xml", named(A, "urn:copy"));
		write("wiki.xml", named(A, "urn:original"));
		start();
		assertThat(nameIdFormats(A)).as("'wiki' comes before 'wiki-backup'").containsExactly("urn:original");
		assertThat(errors()).singleElement().asString().contains("metadata/wiki-backup.xml", A, "wiki.xml");
		Files.delete(home.metadata().resolve("wiki.xml"));
		poll(2);
		assertThat(nameIdFormats(A)).containsExactly("urn:copy");
		assertThat(bad()).isZero();
		assertThat(errors()).hasSize(1);
	}

	@Test
	void whenRestartedWithASecondFileThenTheOneServedStays() throws IOException {
		write("wiki.xml", named(A, "urn:first"));
		start();
		write("aggregate.xml", TestMetadata.group(named(A, "urn:second") + TestMetadata.member(B)));
		poll(1);
		registry.close();
		start();
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
		assertThat(registry.problems()).singleElement().extracting(MetadataProblem::file).isEqualTo("aggregate.xml");
		Files.delete(home.metadata().resolve("aggregate.xml"));
		poll(3);
		assertThat(copies()).as("nothing is left to remember").hasSize(1);
	}

	@Test
	void whenTheFirstFileByNameIsUnusableAtTheStartThenTheOtherIsServed() throws IOException {
		write("aggregate.xml", TestMetadata.group(broken(Mishap.NO_BROWSER_CONSUMER) + TestMetadata.member(B)));
		write("wiki.xml", named(A, "urn:first"));
		start();
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
	}

	@Test
	void whenAServiceStandsTwiceInOneFileThenTheFirstIsServed() throws IOException {
		write("a.xml", TestMetadata.group(named(A, "urn:first") + "\n" + named(A, "urn:second")));
		start();
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
		assertThat(errors()).singleElement().asString().contains("metadata/a.xml, line 2", A, "elsewhere in this file");
		assertThat(bad()).isEqualTo(1);
	}

	@Test
	void whenTheServedFileChangesThenItsNewVersionIsServedAndTheOtherStaysRefused() throws IOException {
		write("wiki.xml", named(A, "urn:first"));
		start();
		write("00.xml", named(A, "urn:copy"));
		poll(1);
		write("wiki.xml", "<!-- new -->\n" + named(A, "urn:new"));
		poll(1);
		assertThat(nameIdFormats(A)).containsExactly("urn:new");
		Files.delete(home.metadata().resolve("wiki.xml"));
		poll(1);
		write("wiki.xml", named(A, "urn:newer"));
		poll(1);
		assertThat(nameIdFormats(A)).as("replaced by removing first").containsExactly("urn:newer");
		assertThat(errors()).hasSize(1);
	}

	@Test
	void whenAnAggregateIsCopiedThenOneLineAndAllAreServed() throws IOException {
		write("federation.xml", TestMetadata.group(TestMetadata.members(150)));
		start();
		write("federation-copy.xml", TestMetadata.group(TestMetadata.members(150)));
		poll(2);
		assertThat(registry.size()).isEqualTo(150);
		assertThat(errors()).singleElement()
			.asString()
			.contains("metadata/federation-copy.xml", "150 services", TestMetadata.id(0), "140 more", "federation.xml");
		assertThat(bad()).isEqualTo(1);
	}

	@Test
	void whenTheServedOneEndsThenAnotherThatHoldsIsServed() throws IOException {
		write("may.xml", named(A, "urn:old", "2026-03-01T13:00:00Z"));
		start();
		write("june.xml", named(A, "urn:new", "2026-04-01T00:00:00Z"));
		poll(1);
		assertThat(nameIdFormats(A)).containsExactly("urn:old");
		clock.advance(Duration.ofHours(1));
		poll(2);
		assertThat(nameIdFormats(A)).containsExactly("urn:new");
		assertThat(registry.problems()).singleElement().extracting(MetadataProblem::file).isEqualTo("may.xml");
	}

	@ParameterizedTest
	@EnumSource(Mishap.class)
	void whenANewVersionCouldNotBeSignedInToThenTheOneBeforeIsServedOn(Mishap mishap) throws IOException {
		mishap(mishap, TestMetadata.member(B));
	}

	@ParameterizedTest
	@EnumSource(Mishap.class)
	void whenOneOfManyCouldNotBeSignedInToThenThatOneAsBefore(Mishap mishap) throws IOException {
		mishap(mishap, TestMetadata.members(150));
	}

	private void mishap(Mishap mishap, String others) throws IOException {
		write("a.xml", TestMetadata.group(sound("urn:first") + others));
		startDemanding();
		write("a.xml", TestMetadata.group(others + "\n" + broken(mishap)));
		poll(5);
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
		assertThat(errors()).singleElement()
			.asString()
			.contains("metadata/a.xml, line", A, mishap.reason, "earlier version is still served");
		assertThat(registry.problems()).singleElement()
			.extracting(MetadataProblem::message)
			.asString()
			.contains("a.xml", A, mishap.reason);
		assertThat(bad()).isEqualTo(1);
		assertThat(meters.get("campanile.metadata.refused").counter().count()).isEqualTo(1);
		write("a.xml", TestMetadata.group(others + "\n\n" + broken(mishap)));
		poll(5);
		assertThat(nameIdFormats(A)).as("twice in a row").containsExactly("urn:first");
		registry.close();
		startDemanding();
		poll(3);
		assertThat(nameIdFormats(A)).as("after a restart").containsExactly("urn:first");
		write("a.xml", TestMetadata.group(sound("urn:mended") + others));
		poll(3);
		assertThat(nameIdFormats(A)).containsExactly("urn:mended");
		assertThat(registry.problems()).isEmpty();
		assertThat(copies()).hasSize(1);
	}

	@Test
	void whenANewVersionHasOnlyAnUnusableEncryptionKeyThenTheOneBeforeIsServedOn() throws IOException {
		write("a.xml", TestMetadata.group(sound("urn:first")));
		start();
		String unusable = KEY.replaceFirst("(?s)<d:.*(?=</ds:KeyInfo>)", "<ds:KeyName>lost</ds:KeyName>");
		String second = "<NameIDFormat>urn:second</NameIDFormat>" + Mishap.consumer();
		write("a.xml", TestMetadata
			.group(service(A, "", unusable.replace("<KeyDescriptor", "<KeyDescriptor use='encryption'") + second)));
		poll(3);
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
		assertThat(errors()).singleElement().asString().contains(A, "no usable encryption key");
		write("a.xml", TestMetadata.group(service(A, "", unusable + second)));
		poll(3);
		assertThat(nameIdFormats(A)).as("a key without use").containsExactly("urn:second");
	}

	@Test
	void whenAServiceNeverWorkedThenNothingIsHeld() throws IOException {
		write("a.xml", TestMetadata.group(broken(Mishap.NO_CONSUMER) + TestMetadata.member(B)));
		startDemanding();
		write("a.xml", TestMetadata.group(broken(Mishap.FOREIGN_SCHEME) + TestMetadata.member(B)));
		poll(3);
		assertThat(registry.find(A)).isEmpty();
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenAServiceIsTakenOutOfItsFileThenItGoes() throws IOException {
		write("a.xml", TestMetadata.group(sound("urn:first") + TestMetadata.member(B)));
		start();
		write("a.xml", TestMetadata.group(TestMetadata.member(B)));
		poll(1);
		assertThat(registry.find(A)).isEmpty();
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenANewVersionHasEndedAlreadyThenTheOneBeforeIsServedUntilItEnds() throws IOException {
		write("a.xml", named(A, "urn:first", "2026-03-02T00:00:00Z"));
		start();
		write("a.xml", named(A, "urn:stale", "2026-02-01T00:00:00Z"));
		poll(3);
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
		assertThat(errors()).singleElement().asString().contains("a.xml", A, "2026-02-01T00:00:00Z");
		assertThat(bad()).isEqualTo(1);
		clock.advance(Duration.ofDays(1));
		assertThat(registry.find(A)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "49, false, 0", "47, true, 0", "0, false, 1" })
	void whenMetadataEndsThenReportedBeforeAndMeasured(int hoursLeft, boolean warned, int ended) throws IOException {
		write("a.xml", TestMetadata
			.group(named(A, "urn:a", "2026-03-06T12:00:00Z") + named(B, "urn:b", "2026-03-07T12:00:00Z")));
		write("for-ever.xml", TestMetadata.service("urn:c"));
		start();
		assertThat(registry.expiries()).isEmpty();
		clock.advance(Duration.ofDays(5).minus(Duration.ofHours(hoursLeft)));
		poll(3);
		assertThat(registry.expiries()).filteredOn(problem -> problem.message().contains(A))
			.hasSize(warned || ended > 0 ? 1 : 0)
			.allMatch(problem -> problem.file().equals("a.xml"));
		assertThat(messages()).filteredOn(line -> line.contains("is near") && line.contains(A)).hasSize(warned ? 1 : 0);
		assertThat(errors()).hasSize(ended);
		assertEnd("a.xml", "2026-03-07T12:00:00Z");
		write("a.xml", TestMetadata.service(A));
		poll(1);
		assertThat(registry.expiries()).isEmpty();
		assertThat(meters.find("campanile.metadata.expiry").gauges()).isEmpty();
	}

	@Test
	void whenOneServiceOfAnAggregateHasExpiredThenReportedAndTheEndIsThatOfTheRoot() throws IOException {
		String two = named(A, "urn:a", "2026-02-01T00:00:00Z") + TestMetadata.member(B);
		write("federation.xml", TestMetadata.group(" validUntil='2026-03-10T12:00:00Z'", two));
		write("for-ever.xml", TestMetadata.group(two.replace("example.org", "example.com")));
		start();
		assertThat(errors()).hasSize(2).first().asString().contains("federation.xml", A, "has passed");
		assertThat(bad()).isZero();
		assertEnd("federation.xml", "2026-03-10T12:00:00Z");
	}

	@Test
	void whenAServiceIsHeldThenTheEndIsThatOfTheNewVersion() throws IOException {
		String other = TestMetadata.member(B);
		write("a.xml", TestMetadata.group(" validUntil='2026-03-20T12:00:00Z'", sound("urn:first") + other));
		start();
		String broken = broken(Mishap.NO_CONSUMER);
		write("a.xml", TestMetadata.group(" validUntil='2026-03-10T12:00:00Z'", broken + other));
		poll(2);
		assertThat(nameIdFormats(A)).containsExactly("urn:first");
		assertEnd("a.xml", "2026-03-10T12:00:00Z");
	}

	@Test
	void whenCheckedThenDuplicatesAndComingEndsAreReportedWithTheirFiles() throws IOException {
		write("wiki.xml", named(A, "urn:a", "2026-03-02T00:00:00Z"));
		write("wiki-backup.xml", named(A, "urn:b", "2026-03-02T00:00:00Z"));
		MetadataCheck.Examination found = new MetadataCheck(MetadataSettings.DEFAULTS, List.of(encryptedAndSigned()),
				clock)
			.examine(home.metadata());
		assertThat(found.problems()).filteredOn(problem -> problem.severity() == MetadataProblem.Severity.ERROR)
			.singleElement()
			.extracting(MetadataProblem::message)
			.asString()
			.contains("wiki-backup.xml", A, "wiki.xml");
		assertThat(found.problems()).extracting(MetadataProblem::message)
			.anyMatch(line -> line.startsWith("wiki.xml: validUntil is near") && line.contains(A))
			.anyMatch(line -> line.startsWith("wiki.xml, line 1") && line.contains("no usable encryption key"))
			.anyMatch(line -> line.startsWith("wiki.xml, line 1") && line.contains("no usable signing key"));
		assertThat(found.services()).containsExactly(A);
	}

	private void poll(int times) {
		for (int i = 0; i < times; i++) {
			registry.poll();
		}
	}

	/** Asserts the metric of the only file that expires. */
	private void assertEnd(String file, String end) {
		assertThat(meters.get("campanile.metadata.expiry").gauges()).singleElement().satisfies(gauge -> {
			assertThat(gauge.getId().getTag("file")).isEqualTo(file);
			assertThat(gauge.value()).isEqualTo(Instant.parse(end).getEpochSecond());
		});
	}

	private double bad() {
		return meters.get("campanile.metadata.files.bad").gauge().value();
	}

	private List<String> nameIdFormats(String entityId) {
		return registry.find(entityId).map(RelyingParty::nameIdFormats).orElse(List.of());
	}

	/** Returns an entry that differs from others of the entityID by its NameID format. */
	private static String named(String entityId, String format) {
		return service(entityId, "", "<NameIDFormat>" + format + "</NameIDFormat>" + Mishap.consumer());
	}

	private static String named(String entityId, String format, String validUntil) {
		return service(entityId, " validUntil='" + validUntil + "'",
				"<NameIDFormat>" + format + "</NameIDFormat>" + Mishap.consumer());
	}

	private static String sound(String format) {
		return service(A, "", KEY + "<NameIDFormat>" + format + "</NameIDFormat>" + Mishap.consumer());
	}

	private static String broken(Mishap mishap) {
		return service(A, "", mishap.role);
	}

	private static String service(String entityId, String attributes, String role) {
		return "<EntityDescriptor xmlns='" + TestMetadata.MD + "' entityID='" + entityId + "'" + attributes
				+ "><SPSSODescriptor protocolSupportEnumeration='" + TestMetadata.PROTOCOL + "'>" + role
				+ "</SPSSODescriptor></EntityDescriptor>";
	}

	private void startDemanding() {
		List<RelyingPartyOverride> overrides = List.of(encryptedAndSigned());
		registry = new MetadataRelyingPartyRegistry(home, MetadataSettings.DEFAULTS, () -> overrides, List.of(), clock,
				meters);
	}

	private static RelyingPartyOverride encryptedAndSigned() {
		return new RelyingPartyOverride(A::equals, Optional.empty(), Optional.empty(),
				Optional.of(EncryptionPolicy.REQUIRED), Optional.empty(), Optional.of(true), Optional.empty(),
				Optional.empty(), List.of(), Optional.empty(), Set.of(), Set.of(), Optional.empty(), Optional.empty());
	}

}
