package org.campanile.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
			.allMatch(line -> line.matches("(Documentation|ExecStart|(State|Cache)Directory(Mode)?)=.*"));
	}

	/**
	 * By default journald drops lines of a service that writes many. It takes zero in a
	 * unit for its own default, so the limit must be a high one.
	 */
	@Test
	void whenAuditLinesGoToTheJournalThenItDropsNone() throws Exception {
		assertThat(number("LogRateLimitBurst") / number("LogRateLimitIntervalSec")).isGreaterThanOrEqualTo(1_000_000);
	}

	/** Otherwise systemd kills a server that stops within its limits. */
	@Test
	void whenAServerStopsThenTheUnitWaitsForAllItsSteps() throws Exception {
		int drain = 60; // HttpProperties.MAX_DRAIN
		int quiet = 4; // Drain.MOST
		int requests = 20; // spring.lifecycle.timeout-per-shutdown-phase
		int notifications = 5; // DeferredTermination.NOTIFICATION_TIMEOUT
		int notices = 5; // Notices.CLOSING_SECONDS
		int touches = 3; // Touches.settle
		int handover = 30; // MemberConfig: GRACEFUL_SHUTDOWN_MAX_WAIT
		int statement = 5; // Maintenance.LONGEST_STATEMENT, with durable data in
							// PostgreSQL
		int steps = drain + quiet + requests + notifications + notices + touches + handover + statement;
		assertThat(number("TimeoutStopSec")).isGreaterThan(steps);
	}

	@Test
	void whenTheSampleConfigurationSuggestsAFileThenTheUnitPermitsIt() throws Exception {
		String sample = Files.readString(Path.of("src/conf/application.yaml"));
		List<String> files = Pattern.compile("(?m)^[ #]*file: (/\\S+)$")
			.matcher(sample)
			.results()
			.map(match -> match.group(1))
			.toList();
		assertThat(files).isNotEmpty();
		for (String unit : units()) {
			Stream<String> logs = values(unit, "LogsDirectory").map(name -> "/var/log/" + name);
			List<String> places = Stream.concat(values(unit, "ReadWritePaths"), logs).toList();
			assertThat(files).allMatch(file -> places.stream().anyMatch(place -> file.startsWith(place + "/")));
		}
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

	/** Returns the smaller value of the two units. */
	private static int number(String setting) throws IOException {
		return units().stream().flatMap(unit -> values(unit, setting)).mapToInt(Integer::parseInt).min().orElseThrow();
	}

	private static List<String> units() throws IOException {
		String deployed = Files.readString(DEPLOYED);
		return List.of(deployed, Parts.unit(deployed));
	}

	private static Stream<String> values(String unit, String setting) {
		return Pattern.compile("(?m)^" + setting + "=(.+)$").matcher(unit).results().map(match -> match.group(1));
	}

}
