package org.campanile.web.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the preparation of jars whose classes go into the AOT cache. */
class UnsignCommandTests {

	@TempDir
	private Path folder;

	@Test
	void whenAJarIsSignedThenItsSignatureIsGoneAndTheRestIsThere() throws Exception {
		Path jar = jar("signed.jar", "META-INF/MANIFEST.MF", "META-INF/PROVIDER.SF", "META-INF/PROVIDER.RSA",
				"META-INF/services/java.security.Provider", "org/A.class");
		assertThat(Output.of("unsign", folder.toString()).code()).isZero();
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			assertThat(zip.stream().map(ZipEntry::getName)).containsExactly("META-INF/MANIFEST.MF",
					"META-INF/services/java.security.Provider", "org/A.class");
			assertThat(zip.getInputStream(zip.getEntry("org/A.class"))).hasContent("org/A.class");
		}
		assertThat(folder.toFile().list()).containsExactly("signed.jar");
	}

	@Test
	void whenAJarIsNotSignedThenItStaysAsItIs() throws Exception {
		byte[] before = Files.readAllBytes(jar("plain.jar", "META-INF/MANIFEST.MF", "org/A.class"));
		assertThat(Output.of("unsign", folder.toString()).code()).isZero();
		assertThat(folder.resolve("plain.jar")).hasBinaryContent(before);
	}

	/** Creates a jar in which each entry contains its own name. */
	private Path jar(String name, String... entries) throws IOException {
		Path jar = folder.resolve(name);
		try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
			for (String entry : List.of(entries)) {
				out.putNextEntry(new ZipEntry(entry));
				out.write(entry.getBytes(StandardCharsets.UTF_8));
				out.closeEntry();
			}
		}
		return jar;
	}

}
