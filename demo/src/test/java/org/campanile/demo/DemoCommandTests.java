package org.campanile.demo;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import org.campanile.testkit.process.Ports;
import org.campanile.testkit.process.Program;
import org.campanile.web.command.Campanile;

import static org.assertj.core.api.Assertions.assertThat;

class DemoCommandTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			demo --store xyz | "xyz" is not a store; memory, jpa or hazelcast
			demo --cluster 3 | --cluster: with the memory store each node has only
			demo --cluster 3 --store Memory | --cluster: with the memory store each node has only
			demo --cluster 1 --store jpa | --cluster: 1 is not a number of nodes; 2 to 9
			demo --cluster 10 --store JPA | --cluster: 10 is not a number of nodes; 2 to 9
			demo --port 65536 | --port: 65536 is not a port; 1 to 65535
			demo --port 0 | --port: 0 is not a port; 1 to 65535
			demo --port 0 --cluster 3 --store jpa | --port: 0 is not a port; 1 to 65535
			demo --cluster 3 --store hazelcast,jpa | "hazelcast,jpa" is not a store; memory, jpa or hazelcast
			demo --cluster three --store jpa | Invalid value for option '--cluster': 'three' is not an int
			demo --cluster --store jpa | Expected parameter for option '--cluster' but found '--store'
			""")
	void whenADemoCannotBeThenTheFirstLineSaysWhy(String line, String reason) {
		StringWriter told = new StringWriter();
		CommandLine command = Campanile.commandLine().setErr(new PrintWriter(told, true));
		assertThat(command.execute(line.split(" "))).isNotZero();
		assertThat(told.toString().lines().findFirst().orElse("")).contains(reason);
	}

	@Test
	void whenAProgramIsMissingThenOneLineNamesItsPackageAndNothingIsLeft(@TempDir Path home) {
		StringWriter out = new StringWriter();
		StringWriter err = new StringWriter();
		int code = new CommandLine(new DemoCommand(List.of(new Program("no-such-proxy", "proxy"))))
			.setOut(new PrintWriter(out, true))
			.setErr(new PrintWriter(err, true))
			.execute("--port", Integer.toString(Ports.free()), "--home", home.toString(), "--cluster", "3", "--store",
					"hazelcast");
		assertThat(code).isEqualTo(1);
		assertThat(out.toString()).isEmpty();
		assertThat(err.toString()).hasLineCount(1)
			.startsWith(
					"no-such-proxy is not installed; install the package proxy (Debian, Ubuntu: apt install proxy)");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " --store hazelcast", " --cluster 3 --store jpa" })
	void whenThePortIsTakenThenOneLineSaysSoBeforeAnythingIsStarted(String options) throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			StringWriter out = new StringWriter();
			StringWriter err = new StringWriter();
			int code = Campanile.commandLine()
				.setOut(new PrintWriter(out, true))
				.setErr(new PrintWriter(err, true))
				.execute(("demo --port " + taken.getLocalPort() + options).split(" "));
			assertThat(code).isEqualTo(1);
			assertThat(out.toString()).isEmpty();
			assertThat(err.toString()).hasLineCount(1)
				.startsWith("Port " + taken.getLocalPort() + " is taken by another program");
		}
	}

}
