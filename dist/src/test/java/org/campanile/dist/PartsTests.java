package org.campanile.dist;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PartsTests {

	private static final Path DEPLOYED = Path.of("../deploy/systemd/campanile.service");

	/** Hardening is maintained in one file. */
	@Test
	void whenTheUnitIsPackagedThenItDiffersOnlyInPlaces() throws Exception {
		List<String> deployed = Files.readAllLines(DEPLOYED);
		List<String> packaged = Parts.unit(Files.readString(DEPLOYED)).lines().toList();
		assertThat(packaged).startsWith("[Unit]")
			.contains("ExecStart=/usr/bin/campanile run --home /etc/campanile", "StateDirectory=campanile",
					"ProtectSystem=strict")
			.noneMatch(line -> line.contains("/opt/"))
			.filteredOn(line -> !deployed.contains(line))
			.allMatch(line -> line.matches("(Documentation|ExecStart|(State|Cache|Logs)Directory(Mode)?)=.*"));
	}

	@Test
	void whenTheUnitHasOtherPlacesThenTheBuildFails() {
		assertThatThrownBy(() -> Parts.unit("[Unit]\n[Service]\nExecStart=/srv/campanile/bin/campanile run\n"))
			.isInstanceOf(IllegalArgumentException.class)
			.hasMessageContaining("deploy/systemd/campanile.service has no file:/opt/campanile/docs/");
	}

	@Test
	void whenAVersionIsASnapshotThenItSortsBeforeTheRelease() {
		assertThat(Parts.debianVersion("1.2.0-SNAPSHOT")).isEqualTo("1.2.0~SNAPSHOT");
		assertThat(Parts.debianVersion("1.2.0")).isEqualTo("1.2.0");
	}

	@Test
	void whenAChangelogIsWrittenThenInDebiansFormat() {
		assertThat(Parts.changelog("1.2.0", OffsetDateTime.parse("2026-11-06T00:00:00Z")))
			.startsWith("campanile (1.2.0) unstable; urgency=medium\n\n  * ")
			.endsWith("\n\n -- The Campanile authors <campanile@example.org>  Fri, 06 Nov 2026 00:00:00 +0000\n");
	}

}
