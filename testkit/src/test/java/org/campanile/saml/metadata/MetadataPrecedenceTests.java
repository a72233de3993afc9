package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.RelyingParty;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the files that take precedence over others of the folder. */
class MetadataPrecedenceTests extends MetadataFolderFixture {

	private static final String OURS = "00-wiki.xml";

	private static final String PAOS = "urn:oasis:names:tc:SAML:2.0:bindings:PAOS";

	private static final String BEGIN = "<EntityDescriptor entityID='" + A
			+ "'><SPSSODescriptor protocolSupportEnumeration='" + TestMetadata.PROTOCOL + "'";

	private static final String CONSUMER = "<AssertionConsumerService Binding='";

	private static final String END = "' Location='https://sp.example.org/acs' index='1'/></SPSSODescriptor>"
			+ "</EntityDescriptor>";

	private static final String NO_POST = BEGIN + ">" + CONSUMER + PAOS + END;

	private static final String NO_SIGNING_KEY = BEGIN + " AuthnRequestsSigned='true'>" + CONSUMER + TestMetadata.POST
			+ END;

	private static final String NO_ENCRYPTION_KEY = BEGIN + "><KeyDescriptor use='encryption'>"
			+ "<ds:KeyInfo xmlns:ds='http://www.w3.org/2000/09/xmldsig#'><ds:KeyName>lost</ds:KeyName></ds:KeyInfo>"
			+ "</KeyDescriptor>" + CONSUMER + TestMetadata.POST + END;

	@Test
	void whenAFileThatTakesPrecedenceIsAddedThenItIsServedAtOnceAndNothingIsRefused() throws IOException {
		aggregate("urn:theirs");
		start(OURS);
		clock.advance(Duration.ofMinutes(1));
		write(OURS, TestMetadata.group(named("urn:ours", "")));
		registry.poll();
		registry.poll();
		assertThat(nameIdFormats()).containsExactly("urn:ours");
		assertThat(registry.find(B)).as("what else the aggregate holds").isPresent();
		assertThat(registry.problems()).isEmpty();
		assertThat(bad()).isZero();
		assertThat(meters.get("campanile.metadata.refused").counter().count()).isZero();
		assertThat(lastSuccess()).isEqualTo(clock.instant().getEpochSecond());
		assertThat(errors()).isEmpty();
		assertThat(messages()).filteredOn(line -> line.contains("takes precedence"))
			.containsExactly("metadata/federation.xml: not served from here, as " + OURS
					+ " takes precedence (campanile.metadata.precedence): " + A);
	}

	@Test
	void whenTheAggregateIsFetchedAgainThenTheWarningIsNotRepeated() throws IOException {
		aggregate("urn:theirs");
		write(OURS, TestMetadata.group(named("urn:ours", "")));
		start(OURS);
		write("federation.xml",
				"<!-- new -->\n" + TestMetadata.group(TestMetadata.member(B) + "\n" + named("urn:new", "")));
		registry.poll();
		assertThat(nameIdFormats()).containsExactly("urn:ours");
		assertThat(messages()).filteredOn(line -> line.contains("takes precedence")).hasSize(1);
	}

	@Test
	void whenNoFileTakesPrecedenceThenTheOneServedStaysAndTheOtherIsRefused() throws IOException {
		aggregate("urn:theirs");
		start();
		double before = lastSuccess();
		clock.advance(Duration.ofMinutes(1));
		write(OURS, TestMetadata.group(named("urn:ours", "")));
		registry.poll();
		assertThat(nameIdFormats()).containsExactly("urn:theirs");
		assertThat(registry.problems()).singleElement().extracting(MetadataProblem::file).isEqualTo(OURS);
		assertThat(bad()).isEqualTo(1);
		assertThat(lastSuccess()).isEqualTo(before);
	}

	@Test
	void whenAClashIsNotSettledByPrecedenceThenItIsAFault() throws IOException {
		aggregate("urn:theirs");
		write(OURS, TestMetadata.group(named("urn:ours", "") + "\n" + named("urn:again", "")));
		write("copy.xml", TestMetadata.service(B));
		start(OURS);
		assertThat(nameIdFormats()).containsExactly("urn:ours");
		assertThat(registry.problems()).extracting(MetadataProblem::message)
			.satisfiesExactlyInAnyOrder(
					again -> assertThat(again).startsWith(OURS + ", line 2").contains("elsewhere in this file"),
					copy -> assertThat(copy).startsWith("federation.xml").contains(B, "copy.xml too"));
	}

	@Test
	void whenSeveralTakePrecedenceThenTheFirstOfTheListIsServed() throws IOException {
		write("a.xml", TestMetadata.group(named("urn:a", "")));
		write("b.xml", TestMetadata.group(named("urn:b", "")));
		write("c.xml", TestMetadata.group(named("urn:c", "")));
		start("c.xml", "b.xml");
		assertThat(nameIdFormats()).containsExactly("urn:c");
		assertThat(registry.problems()).isEmpty();
		Files.delete(home.metadata().resolve("c.xml"));
		registry.poll();
		assertThat(nameIdFormats()).as("replaced by removing first?").containsExactly("urn:c");
		registry.poll();
		assertThat(nameIdFormats()).containsExactly("urn:b");
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenTheEntryThatTakesPrecedenceEndsThenTheOtherIsServedAndTheEndIsAFault() throws IOException {
		aggregate("urn:theirs");
		write(OURS, TestMetadata.group(named("urn:ours", " validUntil='2026-03-01T13:00:00Z'")));
		start(OURS);
		assertThat(nameIdFormats()).containsExactly("urn:ours");
		clock.advance(Duration.ofHours(1));
		registry.poll();
		assertThat(nameIdFormats()).containsExactly("urn:theirs");
		assertThat(registry.problems()).singleElement().extracting(MetadataProblem::file).isEqualTo(OURS);
	}

	@ParameterizedTest
	@ValueSource(strings = { NO_POST, NO_SIGNING_KEY, NO_ENCRYPTION_KEY })
	void whenTheEntryThatTakesPrecedenceIsUnusableThenTheOtherIsServedAndItIsAFault(String entry) throws IOException {
		aggregate("urn:theirs");
		start(OURS);
		write(OURS, TestMetadata.group(entry + TestMetadata.member("https://c.example.org")));
		registry.poll();
		registry.poll();
		assertThat(nameIdFormats()).containsExactly("urn:theirs");
		assertThat(registry.find("https://c.example.org")).as("what else the file holds").isPresent();
		assertThat(errors()).singleElement().asString().startsWith("metadata/" + OURS + ", line 1: service " + A);
		assertThat(registry.problems()).singleElement().extracting(MetadataProblem::file).isEqualTo(OURS);
		assertThat(bad()).isEqualTo(1);
		assertThat(new MetadataCheck(settings(OURS), List.of(), clock).examine(home.metadata()).problems())
			.filteredOn(problem -> problem.severity() == Severity.ERROR)
			.isEqualTo(registry.problems());
		write(OURS, TestMetadata.group(named("urn:ours", "")));
		registry.poll();
		assertThat(nameIdFormats()).containsExactly("urn:ours");
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenTheOtherEntryIsUnusableTooThenTheFileTakesPrecedence() throws IOException {
		write("federation.xml", TestMetadata.group(NO_ENCRYPTION_KEY));
		write(OURS, TestMetadata.group(NO_POST));
		start(OURS);
		assertThat(registry.find(A).orElseThrow().assertionConsumerServices()).singleElement()
			.extracting(AssertionConsumerService::binding)
			.isEqualTo(PAOS);
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenCheckedThenTheFileThatTakesPrecedenceWouldBeServedWithAWarning() throws IOException {
		aggregate("urn:theirs");
		write(OURS, TestMetadata.group(named("urn:ours", "")));
		assertThat(new MetadataCheck(settings(OURS), List.of(), clock).examine(home.metadata()).problems())
			.filteredOn(problem -> problem.message().contains("takes precedence"))
			.singleElement()
			.returns(Severity.WARNING, MetadataProblem::severity)
			.returns("federation.xml", MetadataProblem::file);
	}

	private void aggregate(String format) throws IOException {
		write("federation.xml", TestMetadata.group(named(format, "") + TestMetadata.member(B)));
	}

	/** An entry for A that differs from others by its NameID format. */
	private static String named(String format, String attributes) {
		return TestMetadata.service(A, attributes, "<NameIDFormat>" + format + "</NameIDFormat>");
	}

	private void start(String... precedence) {
		registry = new MetadataRelyingPartyRegistry(home, settings(precedence), List::of, List.of(), clock, meters);
	}

	private static MetadataSettings settings(String... precedence) {
		MetadataSettings usual = MetadataSettings.DEFAULTS;
		return new MetadataSettings(usual.pollInterval(), usual.maxFileBytes(), usual.cachedServices(),
				List.of(precedence));
	}

	private List<String> nameIdFormats() {
		return registry.find(A).map(RelyingParty::nameIdFormats).orElse(List.of());
	}

	private double bad() {
		return meters.get("campanile.metadata.files.bad").gauge().value();
	}

	private double lastSuccess() {
		return meters.get("campanile.metadata.last.success").gauge().value();
	}

}
