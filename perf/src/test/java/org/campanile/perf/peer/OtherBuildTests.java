package org.campanile.perf.peer;

import java.nio.file.Files;
import java.nio.file.Path;

import org.campanile.perf.peer.Peer.OtherBuild;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class OtherBuildTests {

	@TempDir
	private Path folder;

	@Test
	void whenAJarIsNamedThenItIsAnotherBuild() throws Exception {
		Path jar = Files.createFile(folder.resolve("idp-web-before-exec.jar"));
		assertThat(Peer.named(jar.toString())).contains(new OtherBuild(jar));
		assertThat(Peer.named(jar.toString()).orElseThrow().missing()).isEmpty();
	}

	@Test
	void whenThereIsNoSuchJarThenFetchingSaysSo() {
		Peer build = Peer.named(folder.resolve("gone.jar").toString()).orElseThrow();
		assertThat(build.missing()).singleElement().asString().contains("gone.jar", "cannot be read");
		assertThatIOException().isThrownBy(() -> build.fetch(progress -> {
		})).withMessageContaining("gone.jar");
	}

}
