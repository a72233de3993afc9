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
import org.campanile.perf.peer.MavenCache.Artifact;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MavenCacheTests {

	private static final Artifact SERVER = new Artifact("org.example", "server", "1", "zip");

	@TempDir
	private Path folder;

	@Test
	void whenItIsUnpackedThenItsProgramsCanBeRun() throws Exception {
		MavenCache cache = holding("server-1/bin/start.sh");

		cache.unpack(SERVER, folder.resolve("work"));

		assertThat(folder.resolve("work/server-1/bin/start.sh")).hasContent("text").isExecutable();
	}

	@Test
	void whenAnEntryLeadsElsewhereThenNothingIsWrittenThere() throws Exception {
		MavenCache cache = holding("../outside.txt");

		assertThatExceptionOfType(IOException.class).isThrownBy(() -> cache.unpack(SERVER, folder.resolve("work")))
			.withMessageContaining("outside.txt");
		assertThat(folder.resolve("outside.txt")).doesNotExist();
	}

	static List<Peer> fetched() {
		MavenCache nowhere = new MavenCache(Path.of("nowhere"));
		return List.of(new KeycloakPeer(nowhere, "-Xmx1g"), new CasPeer(nowhere, "-Xmx1g"));
	}

	@ParameterizedTest
	@MethodSource("fetched")
	void whenItIsMissingThenALineSaysHowToGetIt(Peer peer) {
		assertThat(peer.missing()).isNotEmpty().allMatch(line -> line.contains("nowhere/") && line.contains("fetch"));
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> peer.start(DirectorySpec.embedded(new Population(1)), folder.resolve("results")));
		assertThat(folder.resolve("results")).doesNotExist();
	}

	@Test
	void whenItIsThereThenNothingIsMissingAndNothingIsFetched() throws Exception {
		MavenCache cache = holding("server/README.md");
		List<String> progress = new ArrayList<>();

		cache.fetch(List.of(SERVER), progress::add);

		assertThat(progress).isEmpty();
		assertThat(cache.missing("Server", List.of(SERVER))).isEmpty();
	}

	private MavenCache holding(String entry) throws IOException {
		MavenCache cache = new MavenCache(folder);
		try (OutputStream out = Files.newOutputStream(cache.file(SERVER));
				ZipOutputStream zip = new ZipOutputStream(out)) {
			zip.putNextEntry(new ZipEntry(entry));
			zip.write("text".getBytes(StandardCharsets.UTF_8));
		}
		return cache;
	}

}
