package org.campanile.release;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class IdentifierSaltFileTests {

	@TempDir
	Path home;

	@Test
	void whenThereIsNoneThenItIsMadeForTheOwnerAloneAndKept() throws Exception {
		Path credentials = home.resolve("credentials");
		IdentifierSalt made = new IdentifierSaltFile(credentials, new SecureRandom()).loadOrCreate();
		Path file = credentials.resolve("persistent-id.salt");
		assertThat(made.bytes()).hasSize(32);
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(credentials))).isEqualTo("rwx------");
		try (Stream<Path> files = Files.list(credentials)) {
			assertThat(files).containsExactly(file);
		}
		assertThat(new IdentifierSaltFile(credentials, new SecureRandom()).loadOrCreate()).isEqualTo(made);
	}

	@Test
	void whenSeveralServersStartAtOnceThenAllUseTheSame() {
		List<IdentifierSalt> salts = Stream.generate(() -> new IdentifierSaltFile(home, new SecureRandom()))
			.limit(16)
			.parallel()
			.map(IdentifierSaltFileTests::load)
			.toList();
		assertThat(salts).hasSize(16).containsOnly(salts.get(0));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "c2hvcnQ=", "not base64!" })
	void whenTheFileHoldsNoUsableSaltThenItSaysSo(String content) throws Exception {
		Files.writeString(home.resolve("persistent-id.salt"), content);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new IdentifierSaltFile(home, new SecureRandom()).loadOrCreate())
			.withMessageContaining("persistent-id.salt: no usable salt")
			.withMessageContaining("backup");
	}

	@Test
	void whenOthersMayReadThenItIsStillUsed() throws Exception {
		byte[] salt = new byte[20];
		Path file = home.resolve("persistent-id.salt");
		Files.writeString(file, Base64.getEncoder().encodeToString(salt) + "\n");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
		assertThat(new IdentifierSaltFile(home, new SecureRandom()).loadOrCreate().bytes()).isEqualTo(salt);
	}

	private static IdentifierSalt load(IdentifierSaltFile file) {
		try {
			return file.loadOrCreate();
		}
		catch (java.io.IOException ex) {
			throw new java.io.UncheckedIOException(ex);
		}
	}

}
