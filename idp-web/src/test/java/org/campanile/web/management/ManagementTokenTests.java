package org.campanile.web.management;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ManagementTokenTests {

	private static final String TOKEN = "0123456789abcdef0123456789ABCDEF._~+/-==";

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(strings = { "Bearer " + TOKEN, "bearer " + TOKEN, "BEARER  " + TOKEN + " " })
	void whenShownThenKnown(String header) {
		assertThat(ManagementToken.of(TOKEN).isShownBy(request(header))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Bearer", "Bearer ", TOKEN, "Basic " + TOKEN, "Bearer " + TOKEN + "=" })
	void whenNotShownThenRefused(String header) {
		assertThat(ManagementToken.of(TOKEN).isShownBy(request(header))).isFalse();
		assertThat(ManagementToken.of(TOKEN).isShownBy(new MockHttpServletRequest())).isFalse();
	}

	@Test
	void whenThereIsNoneThenNobodyCanShowIt() {
		assertThat(ManagementToken.none().isShownBy(request("Bearer "))).isFalse();
		assertThat(ManagementToken.none().isShownBy(request("Bearer null"))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "short", "0123456789abcdef0123456789abcde", "0123456789abcdef 0123456789abcdef",
			"=================================", "0123456789abcdef0123456789abcdef\n" })
	void whenItCannotBeATokenThenItIsSaidWithoutQuotingIt(String token) {
		assertThatIllegalArgumentException().isThrownBy(() -> ManagementToken.of(token))
			.withMessageContaining("at least 32")
			.satisfies(ex -> assertThat(token.isEmpty() || !String.valueOf(ex.getMessage()).contains(token)).isTrue());
	}

	@Test
	void whenThereIsNoFileThenOneIsMadeForItsOwnerAlone() throws IOException {
		Path credentials = folder.resolve("credentials");
		ManagementToken token = file(credentials).loadOrCreate();
		Path file = credentials.resolve("management.token");
		String text = Files.readString(file).strip();
		assertThat(text).matches("[A-Za-z0-9_-]{43}");
		assertThat(token.isShownBy(request("Bearer " + text))).isTrue();
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
		assertThat(credentials).isDirectoryContaining(path -> path.equals(file));
		assertThat(file(credentials).loadOrCreate().isShownBy(request("Bearer " + text))).as("read again").isTrue();
		try (var files = Files.list(credentials)) {
			assertThat(files).as("no draft is left").containsExactly(file);
		}
	}

	/**
	 * A file takes the place of the folder, so that no user can create anything there.
	 */
	@Test
	void whenNoneCanBeMadeThenThereIsNone() throws IOException {
		Path credentials = Files.writeString(folder.resolve("credentials"), "");
		assertThat(file(credentials).loadOrCreate().isShownBy(request("Bearer " + TOKEN))).isFalse();
	}

	@Test
	void whenTheFileHoldsNoTokenThenItIsNamed() throws IOException {
		Files.writeString(folder.resolve("management.token"), "changeit");
		assertThatIllegalArgumentException().isThrownBy(() -> file(folder).loadOrCreate())
			.withMessageContaining("management.token")
			.withMessageNotContaining("changeit");
	}

	private static ManagementTokenFile file(Path credentials) {
		return new ManagementTokenFile(credentials, new SecureRandom());
	}

	private static MockHttpServletRequest request(String header) {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.addHeader("Authorization", header);
		return request;
	}

}
