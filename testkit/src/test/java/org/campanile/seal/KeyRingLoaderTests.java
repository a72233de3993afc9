package org.campanile.seal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

import org.campanile.testkit.Race;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class KeyRingLoaderTests {

	private final KeyRingLoader loader = new KeyRingLoader(KeyFamily.SEALING, new SecureRandom());

	@Test
	void whenThereIsNoKeyThenOneIsMadeForItsOwnerAlone(@TempDir Path home) throws IOException {
		Path folder = home.resolve("new/credentials");
		KeyRing ring = loader.load(folder);
		assertThat(ring.keys()).hasSize(1);
		try (Stream<Path> files = Files.list(folder)) {
			assertThat(files.map(file -> file.getFileName().toString())).containsExactly(KeyFamily.SEALING.first());
		}
		if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
			assertThat(Files.getPosixFilePermissions(folder.resolve(KeyFamily.SEALING.first())))
				.isEqualTo(PosixFilePermissions.fromString("rw-------"));
		}
		assertThat(names(loader.load(folder))).isEqualTo(names(ring));
	}

	@Test
	void whenMadeTwiceThenKeysDiffer(@TempDir Path home) throws IOException {
		assertThat(names(loader.load(home.resolve("a")))).isNotEqualTo(names(loader.load(home.resolve("b"))));
	}

	@Test
	void whenSeveralNodesStartAtOnceThenAllHaveTheSameKey(@TempDir Path folder) throws Exception {
		assertThat(Race.run(16, number -> names(loader.load(folder))).stream().distinct()).hasSize(1);
		try (Stream<Path> files = Files.list(folder)) {
			assertThat(files).hasSize(1);
		}
	}

	@ParameterizedTest
	@CsvSource({ "sealing-0001.key,sealing-0002.key", "sealing-0001.key,sealing-2027.key",
			"sealing.key,sealing-0001.key", "sealing-2026-11-20.key,sealing-2027-01-02.key",
			"sealing-2027.key,sealing-2027b.key" })
	void whenThereAreSeveralThenTheLastByNameWrites(String older, String newer, @TempDir Path folder)
			throws IOException {
		write(folder, newer, base64(2));
		write(folder, older, base64(1));
		write(folder, "signing.key", "not ours");
		write(folder, "sealing-draft.tmp", "not ours");
		assertThat(names(loader.load(folder))).containsExactly(name(2), name(1));
	}

	@Test
	void whenThereIsSpaceAroundTheKeyThenItDoesNotMatter(@TempDir Path folder) throws IOException {
		write(folder, "sealing-1.key", "\r\n  " + base64(1) + " \r\n\n");
		assertThat(names(loader.load(folder))).containsExactly(name(1));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "\n", "not base64!", "AAAA", "QUJD\nREVG",
			"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==" })
	void whenTheContentIsNoKeyThenTheFileIsNamed(String content, @TempDir Path folder) throws IOException {
		write(folder, "sealing-1.key", base64(1));
		write(folder, "sealing-2.key", content);
		assertThatIllegalArgumentException().isThrownBy(() -> loader.load(folder))
			.withMessageContaining(folder.resolve("sealing-2.key").toString())
			.withMessageContaining("32 bytes in base64");
	}

	@Test
	void whenTheKeyIsInBinaryThenTheFileIsNamed(@TempDir Path folder) throws IOException {
		byte[] bytes = new byte[SealingKey.LENGTH];
		Arrays.fill(bytes, (byte) 0xff);
		Files.write(folder.resolve("sealing-1.key"), bytes);
		assertThatIllegalArgumentException().isThrownBy(() -> loader.load(folder))
			.withMessageContaining("sealing-1.key");
	}

	@Test
	void whenAFileIsACopyThenBothAreNamed(@TempDir Path folder) throws IOException {
		write(folder, "sealing-1.key", base64(1));
		write(folder, "sealing-2.key", base64(1));
		assertThatIllegalArgumentException().isThrownBy(() -> loader.load(folder))
			.withMessageContaining("sealing-1.key")
			.withMessageContaining("sealing-2.key");
	}

	@Test
	void whenTheFolderCannotBeMadeThenTheExceptionNamesIt(@TempDir Path home) throws IOException {
		Path file = Files.createFile(home.resolve("credentials"));
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> loader.load(file))
			.withMessageContaining("credentials");
	}

	private static void write(Path folder, String name, String content) throws IOException {
		Files.writeString(folder.resolve(name), content);
	}

	private static byte[] bytes(int fill) {
		byte[] bytes = new byte[SealingKey.LENGTH];
		Arrays.fill(bytes, (byte) fill);
		return bytes;
	}

	private static String base64(int fill) {
		return Base64.getEncoder().encodeToString(bytes(fill));
	}

	private static String name(int fill) {
		return new SealingKey(bytes(fill)).name();
	}

	private static List<String> names(KeyRing ring) {
		return ring.keys().stream().map(SealingKey::name).toList();
	}

}
