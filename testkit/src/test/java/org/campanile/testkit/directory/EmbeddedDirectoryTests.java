package org.campanile.testkit.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.campanile.directory.Directory;
import org.campanile.directory.DirectoryFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class EmbeddedDirectoryTests {

	@Test
	void whenDemoStartsThenEverybodyOfTheListIsThere() throws Exception {
		try (EmbeddedDirectory embedded = EmbeddedDirectory.demo(0);
				Directory directory = DirectoryFixtures.open(DirectoryFixtures.settings(embedded.address()))) {
			assertThat(DemoPerson.all()).hasSizeGreaterThanOrEqualTo(12).allSatisfy(person -> {
				assertThat(directory.read(person.username())).isPresent();
				assertThat(person.password()).isEqualTo(person.username() + "-demo");
			});
		}
	}

	@Test
	void whenPortIsTakenThenItSaysWhich() throws Exception {
		try (EmbeddedDirectory embedded = EmbeddedDirectory.demo(0)) {
			int port = embedded.address().port();
			assertThatIOException().isThrownBy(() -> EmbeddedDirectory.demo(port).close())
				.withMessageContaining(Integer.toString(port));
		}
	}

	@Test
	void whenFileIsNoLdifThenItSaysSo(@TempDir Path folder) throws IOException {
		Path ldif = Files.writeString(folder.resolve("people.ldif"), "nonsense\n");
		assertThatIOException().isThrownBy(() -> EmbeddedDirectory.start("dc=example,dc=edu", ldif, 0).close());
	}

}
