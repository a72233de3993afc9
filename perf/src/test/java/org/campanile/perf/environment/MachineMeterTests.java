package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.campanile.perf.result.MachineUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class MachineMeterTests {

	@TempDir
	private Path root;

	@Test
	void whenTimePassesThenWhatTheMachineDidIsTheDifference() throws IOException {
		write("proc/stat", "cpu  100 10 50 1000 40 5 5 30 99 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
		MachineMeter meter = MachineMeter.start(root, List.of()).orElseThrow();

		write("proc/stat", "cpu  300 20 90 1400 60 10 10 130 99 0\n");

		MachineUse use = meter.use();
		assertThat(use.busySeconds()).isCloseTo(2.6, within(1e-9));
		assertThat(use.idleSeconds()).isCloseTo(4.2, within(1e-9));
		assertThat(use.stealSeconds()).isCloseTo(1, within(1e-9));
	}

	@Test
	void whenAGroupOfTheSecondVersionIsHeldBackThenItsPeriodsAreCountedOnce() throws IOException {
		write("proc/stat", "cpu  0 0 0 0 0 0 0 0\n");
		write("proc/7/cgroup", "0::/campanile-7\n");
		write("proc/8/cgroup", "0::/campanile-7\n");
		write("sys/fs/cgroup/campanile-7/cpu.stat", "nr_periods 10\nnr_throttled 3\nthrottled_usec 1000\n");
		MachineMeter meter = MachineMeter.start(root, List.of(7L, 8L, 9L)).orElseThrow();

		write("sys/fs/cgroup/campanile-7/cpu.stat", "nr_periods 90\nnr_throttled 8\nthrottled_usec 501000\n");

		assertThat(meter.use().throttledPeriods()).isEqualTo(5);
		assertThat(meter.use().throttledSeconds()).isEqualTo(0.5);
	}

	@Test
	void whenAGroupIsOfTheFirstVersionThenTheControllerOfProcessorsCounts() throws IOException {
		write("proc/stat", "cpu  0 0 0 0 0 0 0 0\n");
		write("proc/7/cgroup", "9:name=systemd:/\n2:cpu,cpuacct:/held\n0::/\n");
		write("sys/fs/cgroup/cpu,cpuacct/held/cpu.stat", "nr_throttled 0\nthrottled_time 0\n");
		MachineMeter meter = MachineMeter.start(root, List.of(7L)).orElseThrow();

		write("sys/fs/cgroup/cpu,cpuacct/held/cpu.stat", "nr_throttled 2\nthrottled_time 250000000\n");

		assertThat(meter.use().throttledPeriods()).isEqualTo(2);
		assertThat(meter.use().throttledSeconds()).isEqualTo(0.25);
	}

	@Test
	void whenTheSystemDoesNotTellThenThereIsNoMeter() throws IOException {
		assertThat(MachineMeter.start(root, List.of())).isEmpty();
	}

	private void write(String name, String content) throws IOException {
		Path file = root.resolve(name);
		Files.createDirectories(file.resolveSibling(""));
		Files.writeString(file, content);
	}

}
