package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CpuShareTests {

	private static final Optional<Path> CPULIMIT = Optional.of(Path.of("/usr/bin/cpulimit"));

	@TempDir
	Path groups = Path.of("");

	@Test
	void whenTheSecondVersionPermitsThenItIsUsed() throws IOException {
		file("cgroup.controllers", "cpuset cpu memory");
		file("cgroup.subtree_control", "cpuset cpu memory");
		version1();

		assertThat(CpuShare.choose(groups, CPULIMIT)).isEqualTo(new CpuShare.ControlGroup(groups, 2));
	}

	@Test
	void whenTheSecondVersionLacksTheControllerThenTheFirstIsUsed() throws IOException {
		file("unified/cgroup.controllers", "hugetlb");
		version1();

		assertThat(CpuShare.choose(groups, CPULIMIT)).isEqualTo(new CpuShare.ControlGroup(groups.resolve("cpu"), 1));
	}

	@Test
	void whenThereAreNoGroupsThenCpulimitIsUsed() {
		CpuShare share = CpuShare.choose(groups, CPULIMIT);

		assertThat(share).isEqualTo(new CpuShare.Stopping(CPULIMIT.orElseThrow()));
		assertThat(share.describe()).isEqualTo("cpulimit");
	}

	@Test
	void whenHeldThenQuotaAndProcessAreWritten() throws IOException {
		version1();

		CpuShare.choose(groups, CPULIMIT).hold(4_711, 0.5, groups.resolve("log"));

		Path group = groups.resolve("cpu").resolve("campanile-4711");
		assertThat(group.resolve("cpu.cfs_quota_us")).hasContent("10000");
		assertThat(group.resolve("cpu.cfs_period_us")).hasContent("20000");
		assertThat(group.resolve("cgroup.procs")).hasContent("4711");
	}

	@Test
	void whenHeldInTheSecondVersionThenQuotaAndProcessAreWritten() throws IOException {
		file("cgroup.controllers", "cpu");
		file("cgroup.subtree_control", "cpu");

		CpuShare.choose(groups, CPULIMIT).hold(4_711, 1.5, groups.resolve("log"));

		Path group = groups.resolve("campanile-4711");
		assertThat(group.resolve("cpu.max")).hasContent("30000 20000");
		assertThat(group.resolve("cgroup.procs")).hasContent("4711");
	}

	private void version1() throws IOException {
		file("cpu/cpu.cfs_quota_us", "-1");
		file("cpu/cgroup.procs", "");
	}

	private void file(String name, String content) throws IOException {
		Path file = groups.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, content);
	}

}
