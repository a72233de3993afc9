package org.campanile.perf.environment;

import java.io.IOException;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ThreadTimesTests {

	@ParameterizedTest
	@CsvSource({ "C2 CompilerThre, JIT compilation", "C1 CompilerThre, JIT compilation",
			"G1 Conc#0, garbage collection", "GC Thread#1, garbage collection", "JFR Recorder Th, recording",
			"VM Thread, virtual machine", "tomcat-handler-, ''", "ForkJoinPool-1-, ''", "main, ''" })
	void whenAThreadHasANameThenItsWorkIsKnown(String name, String work) {
		assertThat(ThreadTimes.work(name)).isEqualTo(work);
	}

	@Test
	void whenTimePassesThenTheDifferenceIsReported() {
		ThreadTimes before = new ThreadTimes(10, Map.of(ThreadTimes.COLLECTION, 1.0, ThreadTimes.COMPILATION, 5.0));
		ThreadTimes used = new ThreadTimes(14, Map.of(ThreadTimes.COLLECTION, 2.0)).since(before);
		assertThat(used.process()).isEqualTo(4);
		assertThat(used.own()).containsExactly(Map.entry(ThreadTimes.COLLECTION, 1.0));
		assertThat(used.javaShare()).isEqualTo(0.75);
		assertThat(ThreadTimes.UNKNOWN.javaShare()).isEqualTo(1);
	}

	@Test
	void whenThisProcessIsLookedAtThenItsOwnThreadsAreApart() throws IOException {
		ThreadTimes times = ThreadTimes.of(ProcessHandle.current().pid());
		if (times.process() > 0) {
			assertThat(times.own()).containsKey(ThreadTimes.MACHINE);
			assertThat(times.own().values()).allSatisfy(seconds -> assertThat(seconds).isBetween(0.0, times.process()));
		}
	}

}
