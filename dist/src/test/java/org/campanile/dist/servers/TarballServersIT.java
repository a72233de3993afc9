package org.campanile.dist.servers;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.testkit.process.Program;

import static org.assertj.core.api.Assertions.assertThat;

class TarballServersIT {

	@TempDir
	private Path folder;

	@Test
	void whenUnpackedThenItsSampleConfigurationIsSound() throws Exception {
		run(this.folder, new Program("tar", "tar").require().toString(), "xzf",
				Release.file("campanile-.*\\.tar\\.gz").toAbsolutePath().toString());
		Path unpacked;
		try (Stream<Path> files = Files.list(this.folder)) {
			unpacked = files.findFirst().orElseThrow();
		}
		try (Stream<Path> files = Files.list(unpacked)) {
			assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("bin", "completion",
					"conf", "deploy", "docs", "lib", "CHANGELOG.md", "LICENSE", "NOTICE", "README.md", "SECURITY.md",
					"campanile.cdx.json");
		}
		assertThat(unpacked.resolve("conf/metadata")).isEmptyDirectory();
		Files.writeString(Files.createDirectory(unpacked.resolve("conf/secrets")).resolve("ldap-password"), "secret\n",
				StandardCharsets.UTF_8);
		assertThat(run(unpacked, "chmod", "700", "conf/secrets")).isEmpty();
		assertThat(run(unpacked, "bin/campanile", "check", "--home", "conf"))
			.contains("The configuration of " + unpacked.toRealPath().resolve("conf") + " is sound.");
	}

	@Test
	void whenChecksumsAreCheckedThenOfEveryFile() throws Exception {
		List<String> checked = run(Release.FOLDER, new Program("sha256sum", "coreutils").require().toString(), "-c",
				"SHA256SUMS")
			.lines()
			.toList();
		assertThat(checked).hasSize(3).allMatch(line -> line.endsWith(": OK"));
	}

	private static String run(Path folder, String... command) throws Exception {
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
		builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
		Process process = builder.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
		assertThat(process.exitValue()).as(output).isZero();
		return output;
	}

}
