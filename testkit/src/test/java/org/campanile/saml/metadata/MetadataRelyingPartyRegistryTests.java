package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.relyingparty.RelyingPartySettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MetadataRelyingPartyRegistryTests extends MetadataFolderFixture {

	@Test
	void whenFilesThenTheirServicesAreFoundByExactName() throws IOException {
		write("a.xml", TestMetadata.service(A));
		write("b.xml", TestMetadata.group(TestMetadata.member(B)));
		write("notes.txt", "no metadata");
		write(".hidden.xml", "no metadata");
		start();
		assertThat(registry.size()).isEqualTo(2);
		assertThat(registry.fileCount()).isEqualTo(2);
		assertThat(registry.find(A)).map(RelyingParty::entityId).contains(A);
		assertThat(registry.find(B)).isPresent();
		for (String other : List.of(A + " ", " " + A, A.toUpperCase(Locale.ROOT), A + "/", "", "urn:unknown")) {
			assertThat(registry.find(other)).isEmpty();
			assertThat(registry.reasonUnavailable(other)).isEmpty();
		}
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenNothingIsThereThenEmptyAndReady() throws IOException {
		Files.delete(home.metadata());
		start();
		assertThat(registry.size()).isZero();
		assertThat(registry.reasonUnready()).isEmpty();
		assertThat(home.metadata()).isDirectory();
	}

	@Test
	void whenFilesComeChangeAndGoThenTakenOver() throws IOException {
		start();
		write("a.xml", TestMetadata.service(A));
		registry.poll();
		assertThat(registry.find(A)).isPresent();
		write("a.xml", TestMetadata.service(B));
		registry.poll();
		assertThat(registry.find(A)).isEmpty();
		assertThat(registry.find(B)).isPresent();
		Files.delete(home.metadata().resolve("a.xml"));
		registry.poll();
		assertThat(registry.find(B)).as("replaced by removing first?").isPresent();
		registry.poll();
		assertThat(registry.find(B)).isEmpty();
		assertThat(registry.size()).isZero();
		registry.poll();
		assertThat(copies()).isEmpty();
	}

	@Test
	void whenAFileIsRenamedThenItsServicesStay() throws IOException {
		write("a.xml", TestMetadata.service(A));
		start();
		Files.move(home.metadata().resolve("a.xml"), home.metadata().resolve("z.xml"));
		for (int i = 0; i < 3; i++) {
			registry.poll();
			assertThat(registry.find(A)).isPresent();
		}
		assertThat(errors()).isEmpty();
	}

	@Test
	void whenOverwrittenInPlaceWithEqualTimeAndSizeThenStillSeen() throws IOException {
		write("a.xml", TestMetadata.service(A));
		start();
		FileTime time = Files.getLastModifiedTime(home.metadata().resolve("a.xml"));
		Files.writeString(home.metadata().resolve("a.xml"), TestMetadata.service(B));
		Files.setLastModifiedTime(home.metadata().resolve("a.xml"), time);
		registry.poll();
		assertThat(registry.find(B)).isPresent();
	}

	@Test
	void whenOverwrittenInPlaceThenWhatWasReadStaysWhole() throws IOException {
		String padding = "<!-- " + "x".repeat(50_000) + " -->";
		write("a.xml", TestMetadata.group(TestMetadata.members(200)));
		start();
		Files.writeString(home.metadata().resolve("a.xml"), padding);
		for (int i = 0; i < 200; i++) {
			assertThat(registry.find(TestMetadata.id(i))).isPresent();
		}
	}

	@Test
	void whenHalfWrittenThenTheLastGoodStaysAndItHeals() throws IOException {
		String whole = TestMetadata.group(TestMetadata.member(A) + TestMetadata.member(B));
		write("a.xml", TestMetadata.service(A));
		start();
		Files.writeString(home.metadata().resolve("a.xml"), "");
		registry.poll();
		Files.writeString(home.metadata().resolve("a.xml"), whole.substring(0, whole.length() / 2));
		registry.poll();
		registry.poll();
		assertThat(registry.find(A)).isPresent();
		assertThat(registry.problems()).hasSize(1);
		assertThat(meters.get("campanile.metadata.files.bad").gauge().value()).isEqualTo(1);
		Files.writeString(home.metadata().resolve("a.xml"), whole);
		registry.poll();
		assertThat(registry.find(B)).isPresent();
		assertThat(registry.problems()).isEmpty();
		assertThat(meters.get("campanile.metadata.files.bad").gauge().value()).isZero();
	}

	@Test
	void whenBadThenNamedOnceWithLineAndReason() throws IOException {
		start();
		write("bad.xml", "<EntityDescriptor xmlns='" + TestMetadata.MD + "'>\n\n<a></b>");
		for (int i = 0; i < 6; i++) {
			registry.poll();
		}
		assertThat(errors()).singleElement()
			.asString()
			.contains("metadata/bad.xml, line 3: is not well-formed", "none of its services");
		assertThat(meters.get("campanile.metadata.refused").counter().count()).isEqualTo(1);
		assertThat(registry.reasonUnready()).hasValueSatisfying(reason -> assertThat(reason).contains("bad.xml"));
		write("bad.xml", "<a/>");
		registry.poll();
		registry.poll();
		assertThat(errors()).hasSize(2);
	}

	@Test
	void whenAnEntityHasAnXsiTypeThenItAndChangesOfOtherFilesAreServed() throws IOException {
		String type = " xmlns:xs='http://www.w3.org/2001/XMLSchema' "
				+ "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='xs:string'";
		write("a.xml", TestMetadata.service(A).replace("<SPSSODescriptor", "<SPSSODescriptor" + type));
		start();
		write("b.xml", TestMetadata.service(B));
		registry.poll();
		assertThat(registry.find(A)).isPresent();
		assertThat(registry.find(B)).isPresent();
	}

	@Test
	void whenBuiltInThenServedAndNotReplacedByAFile() throws IOException {
		write("a.xml", TestMetadata.service(A));
		registry = new MetadataRelyingPartyRegistry(home, MetadataSettings.DEFAULTS, List::of,
				List.of(new BuiltInMetadata("demo",
						TestMetadata
							.service(A, " xmlns='" + TestMetadata.MD + "'", "<NameIDFormat>urn:x</NameIDFormat>")
							.getBytes(StandardCharsets.UTF_8))),
				clock, meters);
		registry.poll();
		assertThat(registry.find(A)).map(RelyingParty::nameIdFormats).contains(List.of("urn:x"));
		assertThat(registry.size()).isEqualTo(1);
		assertThat(messages()).anyMatch(line -> line.contains("built in"));
	}

	@Test
	void whenBuiltInIsBadThenSaid() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new MetadataRelyingPartyRegistry(home, MetadataSettings.DEFAULTS, List::of,
					List.of(new BuiltInMetadata("demo", "<a/>".getBytes(StandardCharsets.UTF_8))), clock, meters))
			.withMessageContaining("demo");
	}

	@Test
	void whenValidUntilComesThenWarnedAndEndedWithTheReason() throws IOException {
		write("a.xml",
				TestMetadata.service(A, " xmlns='" + TestMetadata.MD + "' validUntil='2026-03-05T00:00:00Z'", ""));
		start();
		registry.poll();
		assertThat(messages()).noneMatch(line -> line.contains("validUntil"));
		clock.advance(Duration.ofHours(37));
		registry.poll();
		registry.poll();
		assertThat(messages()).filteredOn(line -> line.contains("validUntil"))
			.singleElement()
			.asString()
			.contains("a.xml", A, "is near");
		assertThat(registry.find(A)).isPresent();
		clock.advance(Duration.ofHours(47));
		assertThat(registry.find(A)).isEmpty();
		assertThat(registry.reasonUnavailable(A))
			.hasValueSatisfying(reason -> assertThat(reason).contains("a.xml", "2026-03-05T00:00:00Z"));
		registry.poll();
		registry.poll();
		assertThat(errors()).singleElement().asString().contains("a.xml", A, "has passed");
	}

	@Test
	void whenFewServicesThenFaultsAreSaidAtOnceAndOnce() throws IOException {
		write("a.xml",
				TestMetadata.group(TestMetadata.member(A) + "<EntityDescriptor entityID='urn:js'><SPSSODescriptor "
						+ "protocolSupportEnumeration='" + TestMetadata.PROTOCOL + "'>"
						+ TestMetadata.consumer("javascript:alert(1)", 1) + "</SPSSODescriptor></EntityDescriptor>"
						+ TestMetadata.service("urn:key", "", "<KeyDescriptor/>")));
		start();
		assertThat(registry.size()).isEqualTo(2);
		assertThat(errors()).singleElement().asString().contains("a.xml", "urn:js", "javascript:");
		assertThat(messages()).anyMatch(line -> line.contains("urn:key"));
		int said = messages().size();
		assertThat(registry.find("urn:js")).isEmpty();
		assertThat(registry.reasonUnavailable("urn:js"))
			.hasValueSatisfying(reason -> assertThat(reason).contains("javascript:"));
		assertThat(registry.find("urn:key")).isPresent();
		assertThat(messages()).hasSize(said);
	}

	@Test
	void whenManyServicesThenFaultsAreSaidWhenAskedForAndOnce() throws IOException {
		write("a.xml",
				TestMetadata.group(TestMetadata.members(150) + "<EntityDescriptor entityID='urn:js'>"
						+ "<SPSSODescriptor protocolSupportEnumeration='" + TestMetadata.PROTOCOL + "'>"
						+ TestMetadata.consumer("javascript:alert(1)", 1) + "</SPSSODescriptor></EntityDescriptor>"));
		start();
		assertThat(errors()).isEmpty();
		assertThat(registry.find("urn:js")).isEmpty();
		assertThat(registry.reasonUnavailable("urn:js")).isPresent();
		write("b.xml", TestMetadata.service(B));
		registry.poll();
		assertThat(registry.find("urn:js")).isEmpty();
		assertThat(errors()).hasSize(1);
	}

	@Test
	void whenOverridesChangeThenTheNextLookUpSeesThemAndWhatBeganWithTheOthersDoesNot() throws IOException {
		write("a.xml", TestMetadata.service(A));
		List<RelyingPartyOverride> before = List
			.of(override(A, Optional.empty(), Optional.of(EncryptionPolicy.REQUIRED)));
		List<RelyingPartyOverride> after = List.of(override(A, Optional.of(false), Optional.empty()));
		AtomicReference<List<RelyingPartyOverride>> current = new AtomicReference<>(before);
		registry = new MetadataRelyingPartyRegistry(home, MetadataSettings.DEFAULTS, current::get, List.of(), clock,
				meters);
		assertThat(settings(registry).encryption()).isEqualTo(EncryptionPolicy.REQUIRED);
		RelyingPartyRegistry begun = registry.under(before);
		current.set(after);
		assertThat(settings(registry)).returns(false, RelyingPartySettings::enabled)
			.returns(EncryptionPolicy.AUTO, RelyingPartySettings::encryption);
		assertThat(List.of(settings(begun), settings(registry.under(before))))
			.allSatisfy(old -> assertThat(old).returns(true, RelyingPartySettings::enabled)
				.returns(EncryptionPolicy.REQUIRED, RelyingPartySettings::encryption));
		assertThat(registry.under(after)).isSameAs(registry.under(after));
	}

	private static RelyingPartySettings settings(RelyingPartyRegistry services) {
		return services.find(A).orElseThrow().settings();
	}

	@Test
	void whenOverriddenThenMergedInOrder() throws IOException {
		write("a.xml", TestMetadata.group(TestMetadata.member(A) + TestMetadata.member(B)));
		RelyingPartyOverride all = override(".*", Optional.empty(), Optional.of(EncryptionPolicy.REQUIRED));
		RelyingPartyOverride one = override(B, Optional.of(false), Optional.of(EncryptionPolicy.NEVER));
		List<RelyingPartyOverride> overrides = List.of(all, one);
		registry = new MetadataRelyingPartyRegistry(home, MetadataSettings.DEFAULTS, () -> overrides, List.of(), clock,
				meters);
		assertThat(registry.find(A)).map(RelyingParty::settings)
			.hasValueSatisfying(settings -> assertThat(settings.encryption()).isEqualTo(EncryptionPolicy.REQUIRED));
		assertThat(registry.find(B)).map(RelyingParty::settings)
			.hasValueSatisfying(settings -> assertThat(settings.encryption()).isEqualTo(EncryptionPolicy.NEVER))
			.hasValueSatisfying(settings -> assertThat(settings.enabled()).isFalse());
	}

	@Test
	void whenTooLargeThenRefusedOnce() throws IOException {
		write("a.xml", TestMetadata.service(A) + " ".repeat(5_000));
		registry = new MetadataRelyingPartyRegistry(home,
				new MetadataSettings(Duration.ofSeconds(1), 4_000, 10, List.of()), List::of, List.of(), clock, meters);
		for (int i = 0; i < 6; i++) {
			registry.poll();
		}
		assertThat(errors()).singleElement().asString().contains("a.xml", "max-file-size");
		assertThat(copies()).isEmpty();
	}

	@Test
	void whenTenThousandServicesThenAllAreFoundThroughASmallCache() throws IOException {
		write("federation.xml", TestMetadata.group(TestMetadata.members(10_000)));
		registry = new MetadataRelyingPartyRegistry(home,
				new MetadataSettings(Duration.ofSeconds(1), MetadataSettings.DEFAULTS.maxFileBytes(), 10, List.of()),
				List::of, List.of(), clock, meters);
		assertThat(registry.size()).isEqualTo(10_000);
		assertThat(meters.get("campanile.metadata.services").gauge().value()).isEqualTo(10_000);
		for (int i = 0; i < 10_000; i += 7) {
			assertThat(registry.find(TestMetadata.id(i))).map(RelyingParty::entityId).contains(TestMetadata.id(i));
		}
		assertThat(registry.find(TestMetadata.id(10_000))).isEmpty();
	}

	@Test
	void whenReplacedAtomicallyUnderReadersThenTheyAlwaysFind() throws Exception {
		write("a.xml", TestMetadata.group(TestMetadata.members(150)));
		registry = new MetadataRelyingPartyRegistry(home,
				new MetadataSettings(Duration.ofSeconds(1), MetadataSettings.DEFAULTS.maxFileBytes(), 1, List.of()),
				List::of, List.of(), clock, meters);
		Thread replacing = Thread.ofVirtual().start(() -> {
			for (int i = 0; i < 30; i++) {
				replace("a.xml",
						"<!-- " + "x".repeat(i * 100) + " -->" + TestMetadata.group(TestMetadata.members(150)));
				registry.poll();
			}
		});
		for (int i = 0; replacing.isAlive() || i < 300; i++) {
			assertThat(registry.find(TestMetadata.id(i % 150))).isPresent();
		}
		replacing.join();
	}

	@Test
	void whenCheckedThenEveryFaultIsListed() throws IOException {
		write("a.xml", TestMetadata.service(A));
		write("b.xml", TestMetadata.group(TestMetadata.member(A)
				+ TestMetadata.service("urn:old", " validUntil='2020-01-01T00:00:00Z'", "<KeyDescriptor/>")));
		write("bad.xml", "<a/>");
		List<MetadataProblem> problems = new MetadataCheck(MetadataSettings.DEFAULTS, List.of(), clock)
			.examine(home.metadata())
			.problems();
		assertThat(problems).extracting(MetadataProblem::message)
			.satisfiesExactly(remark -> assertThat(remark).contains("b.xml, line 1", "urn:old", "KeyDescriptor"),
					bad -> assertThat(bad).contains("bad.xml, line 1", "not metadata"),
					duplicate -> assertThat(duplicate).contains("b.xml, line 1", A, "a.xml"),
					expired -> assertThat(expired).contains("b.xml", "urn:old", "2020-01-01"),
					unencrypted -> assertThat(unencrypted).startsWith("a.xml: no encryption key for " + A));
		assertThat(home.work()).doesNotExist();
	}

	private static RelyingPartyOverride override(String pattern, Optional<Boolean> enabled,
			Optional<EncryptionPolicy> encryption) {
		return new RelyingPartyOverride(id -> id.matches(pattern), enabled, Optional.empty(), encryption,
				Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty(),
				Set.of(), Set.of(), Optional.empty(), Optional.empty());
	}

	private void replace(String name, String content) {
		try {
			Path draft = home.metadata().resolve(name + ".new");
			Files.writeString(draft, content);
			Files.move(draft, home.metadata().resolve(name), StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
	}

}
