package org.campanile.testkit.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ProgramTests {

	@TempDir
	private Path folder;

	@Test
	void whenAProgramIsMissingThenOneLineNamesTheDebianPackage() {
		Program missing = new Program("no-such-proxy", "no-such-package");
		assertThat(missing.path()).isEmpty();
		assertThatExceptionOfType(MissingProgramException.class).isThrownBy(missing::require)
			.withMessage("no-such-proxy is not installed; install the package no-such-package "
					+ "(Debian, Ubuntu: apt install no-such-package)");
	}

	@Test
	void whenItStandsInAFolderOfThePathThenTheFirstIsTaken() throws Exception {
		Path first = program("first", "rwxr-xr-x");
		program("second", "rwxr-xr-x");
		String path = ":" + folder.resolve("nowhere") + ":" + folder.resolve("first") + ":" + folder.resolve("second");
		assertThat(new Program("proxy", "p").path(path)).contains(first);
	}

	@Test
	void whenItMayNotBeRunThenItIsNone() throws Exception {
		program("readable", "rw-r--r--");
		assertThat(new Program("proxy", "p").path(folder.resolve("readable").toString())).isEmpty();
	}

	@Test
	void whenAFolderHasItsNameThenItIsNone() throws Exception {
		Files.createDirectories(folder.resolve("bin").resolve("proxy"));
		assertThat(new Program("proxy", "p").path(folder.resolve("bin").toString())).isEmpty();
	}

	/** The directories of system programs are not on the PATH of ordinary users. */
	@Test
	void whenThePathIsEmptyThenTheFoldersOfTheSystemAreSearched() {
		assertThat(Program.SETSID.path("")).hasValueSatisfying(path -> assertThat(path).isExecutable());
		assertThat(Program.NGINX.debianPackage()).isEqualTo("nginx");
	}

	private Path program(String name, String permissions) throws Exception {
		Path file = Files.createDirectories(folder.resolve(name)).resolve("proxy");
		Files.writeString(file, "#!/bin/sh\n");
		return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
	}

}
