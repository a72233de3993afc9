package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class VirtualServiceProviderTests {

	@TempDir
	private Path folder;

	@Test
	void whenOpenedAgainThenSameKeysAndMetadata() throws IOException {
		VirtualServiceProvider made = VirtualServiceProvider.in(folder.resolve("sp"));
		byte[] metadata = Files.readAllBytes(made.metadata());
		VirtualServiceProvider opened = VirtualServiceProvider.in(folder.resolve("sp"));

		assertThat(opened.open().keys()).isEqualTo(made.open().keys());
		assertThat(Files.readAllBytes(opened.metadata())).isEqualTo(metadata);
		assertThat(Files.readString(opened.metadata())).as("asks for less than it can read")
			.contains("aes128-gcm")
			.doesNotContain("cbc");
		assertThat(Files.readString(opened.metadata())).contains(VirtualServiceProvider.ENTITY_ID)
			.contains(VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE)
			.contains("AuthnRequestsSigned=\"false\"");
	}

	@Test
	void whenKeysAreNoneThenFileIsNamed() throws IOException {
		VirtualServiceProvider made = VirtualServiceProvider.in(folder.resolve("sp"));
		Files.writeString(folder.resolve("sp/keys.p12"), "none");

		assertThatExceptionOfType(IOException.class).isThrownBy(made::open);
	}

}
