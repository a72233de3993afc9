package org.campanile.perf.environment;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import com.sun.net.httpserver.HttpServer;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.ThreadTimes.CompilerThread;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ProcessMeterTests {

	@Test
	void whenAChildOfAProcessWorksAndEndsThenItsTimeIsCounted() throws Exception {
		Process process = new ProcessBuilder("sh", "-c",
				"read go; sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo done; read end")
			.start();
		try {
			ProcessMeter meter = ProcessMeter
				.start(List.of(new MeasuredProcess("shell", ProcessRole.LOAD, process.pid())));
			process.outputWriter().append("go\n").flush();
			assertThat(process.inputReader().readLine()).isEqualTo("done");

			ProcessResult result = meter.read().getFirst();

			assertThat(result.name()).isEqualTo("shell");
			assertThat(result.cpuSeconds()).isGreaterThan(0.05);
			assertThat(result.residentBytes()).isPositive();
			assertThat(result.heapBytes()).isZero();
		}
		finally {
			process.destroyForcibly().onExit().join();
		}
	}

	@Test
	void whenAVirtualMachineTellsItsMetricsThenHeapAndPausesAreKnown() throws Exception {
		String[] pages = { """
				# HELP jvm_gc_pause_seconds Time spent in GC pause
				jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 1.5E7
				jvm_gc_pause_seconds_count{action="end of minor GC",cause="G1"} 3
				jvm_gc_pause_seconds_sum{action="end of minor GC",cause="G1"} 0.5
				""", """
				jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 2.0E7
				jvm_memory_used_bytes{area="heap",id="G1 Old Gen"} 1.0E7
				jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.0E9
				jvm_gc_pause_seconds_count{action="end of minor GC",cause="G1"} 5
				jvm_gc_pause_seconds_count{action="end of major GC",cause="G1"} 1
				jvm_gc_pause_seconds_sum{action="end of minor GC",cause="G1"} 0.75
				""" };
		HttpServer server = serving(pages);
		try {
			MeasuredProcess process = new MeasuredProcess("node1", ProcessRole.IDENTITY_PROVIDER,
					ProcessHandle.current().pid(), URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
					null);
			ProcessMeter meter = ProcessMeter.start(List.of(process));

			ProcessResult result = meter.read().getFirst();

			assertThat(result.heapBytes()).isEqualTo(30_000_000);
			assertThat(result.collections()).isEqualTo(3);
			assertThat(result.collectionSeconds()).isCloseTo(0.25, within(1e-9));
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void whenAServerCompilesWhatItRunsThenThatIsKnown() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), "org.campanile.perf.profile.KnownWork")
			.start();
		try {
			ProcessMeter meter = ProcessMeter
				.start(List.of(new MeasuredProcess("node1", ProcessRole.IDENTITY_PROVIDER, process.pid(), null, null)));
			BufferedReader output = process.inputReader();
			ProcessResult result;
			int rounds = 0;
			// Ten rounds may take less compilation than the kernel's unit of 10 ms.
			do {
				assertThat(output.readLine()).isEqualTo("round");
				result = meter.read().getFirst();
				rounds++;
			}
			while (rounds < 10 || rounds < 1_000 && result.compilationSeconds() == 0);

			assertThat(result.compilationSeconds()).isPositive().isLessThan(result.cpuSeconds());
		}
		finally {
			process.destroyForcibly().onExit().join();
		}
	}

	@Test
	void whenAServerIsSlowToTellItsMetricsThenWhatItCompilesMeanwhileCounts() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xcomp", "-cp", System.getProperty("java.class.path"), "org.campanile.perf.profile.KnownWork")
			.start();
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		AtomicBoolean stopped = new AtomicBoolean();
		server.createContext("/", exchange -> {
			// It compiles no more after its first round.
			if (!stopped.getAndSet(true)) {
				process.inputReader().readLine();
				new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().onExit().join();
			}
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		server.start();
		try {
			ProcessMeter meter = ProcessMeter.start(List.of(new MeasuredProcess("node1", ProcessRole.IDENTITY_PROVIDER,
					process.pid(), URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null)));
			assertThat(meter.read().getFirst().compilationSeconds()).isPositive();
		}
		finally {
			server.stop(0);
			process.destroyForcibly().onExit().join();
		}
	}

	@Test
	void whenAThreadThatCompiledHasEndedThenItCountsAsItWasLastSeen() {
		CompilerThread first = new CompilerThread(10, 100);
		CompilerThread ended = new CompilerThread(11, 200);
		CompilerThread sameNumber = new CompilerThread(11, 900);
		assertThat(ProcessMeter.compiling(Map.of(first, 5.0, ended, 2.0),
				Map.of(first, 6.0, ended, 2.5, sameNumber, 0.25)))
			.isEqualTo(1.75);
	}

	@Test
	void whenNoServerCompilesThenThatIsNotKnown() throws Exception {
		Process process = new ProcessBuilder("sh", "-c", "read end").start();
		try {
			assertThat(ProcessMeter
				.start(List.of(new MeasuredProcess("php", ProcessRole.IDENTITY_PROVIDER, process.pid())))
				.knowsCompilers()).isFalse();
			assertThat(ProcessMeter
				.start(List
					.of(new MeasuredProcess("java", ProcessRole.IDENTITY_PROVIDER, ProcessHandle.current().pid())))
				.knowsCompilers()).isTrue();
		}
		finally {
			process.destroyForcibly().onExit().join();
		}
	}

	@Test
	void whenAProcessHasEndedThenItUsedNothing() throws Exception {
		Process process = new ProcessBuilder("sh", "-c", "read end").start();
		ProcessMeter meter = ProcessMeter.start(List.of(new MeasuredProcess("shell", ProcessRole.LOAD, process.pid())));
		process.destroyForcibly().onExit().join();

		assertThat(meter.read().getFirst().cpuSeconds()).isZero();
	}

	private static HttpServer serving(String... pages) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		int[] asked = { 0 };
		server.createContext("/", exchange -> {
			byte[] page = pages[Math.min(asked[0]++, pages.length - 1)].getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, page.length);
			exchange.getResponseBody().write(page);
			exchange.close();
		});
		server.start();
		return server;
	}

}
