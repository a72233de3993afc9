package org.campanile.perf.peer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.load.Population;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class KeycloakDistributionTests {

	@TempDir
	private Path folder;

	@Test
	void whenItIsUnpackedThenItsProgramsCanBeRun() throws Exception {
		KeycloakDistribution distribution = holding("keycloak-" + KeycloakDistribution.VERSION + "/bin/kc.sh");

		Path home = distribution.unpack(folder.resolve("work"));

		assertThat(home.resolve("bin/kc.sh")).hasContent("text").isExecutable();
	}

	@Test
	void whenAnEntryLeadsElsewhereThenNothingIsWrittenThere() throws Exception {
		KeycloakDistribution distribution = holding("../outside.txt");

		assertThatExceptionOfType(IOException.class).isThrownBy(() -> distribution.unpack(folder.resolve("work")))
			.withMessageContaining("outside.txt");
		assertThat(folder.resolve("outside.txt")).doesNotExist();
	}

	@Test
	void whenItIsNotThereThenOneLineSaysHowToHaveIt() {
		KeycloakPeer peer = new KeycloakPeer(new KeycloakDistribution(folder), "-Xmx1g");

		assertThat(peer.missing()).singleElement()
			.asString()
			.contains(folder.resolve("keycloak-quarkus-dist-26.7.0.zip").toString())
			.contains("fetch");
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> peer.start(DirectorySpec.embedded(new Population(1)), folder.resolve("results")));
		assertThat(folder.resolve("results")).doesNotExist();
	}

	@Test
	void whenItIsThereThenNothingIsMissingAndNothingIsFetched() throws Exception {
		KeycloakDistribution distribution = holding("keycloak/README.md");
		List<String> progress = new ArrayList<>();

		distribution.fetch(progress::add);

		assertThat(progress).isEmpty();
		assertThat(new KeycloakPeer(distribution, "-Xmx1g").missing()).isEmpty();
	}

	private KeycloakDistribution holding(String entry) throws IOException {
		KeycloakDistribution distribution = new KeycloakDistribution(folder);
		try (OutputStream out = Files.newOutputStream(distribution.zip());
				ZipOutputStream zip = new ZipOutputStream(out)) {
			zip.putNextEntry(new ZipEntry(entry));
			zip.write("text".getBytes(StandardCharsets.UTF_8));
		}
		return distribution;
	}

}
