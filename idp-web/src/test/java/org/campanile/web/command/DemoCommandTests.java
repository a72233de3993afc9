package org.campanile.web.command;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class DemoCommandTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			demo --store xyz | "xyz" is no store; memory, jpa or hazelcast
			demo --cluster 3 | --cluster: with the memory store each node knows only
			demo --cluster 3 --store Memory | --cluster: with the memory store each node knows only
			demo --cluster 1 --store jpa | --cluster: 1 nodes are not for one machine; 2 to 9
			demo --cluster 10 --store JPA | --cluster: 10 nodes are not for one machine; 2 to 9
			demo --port 65536 | --port: 65536 is no port; 1 to 65535
			""")
	void whenADemoCannotBeThenTheFirstLineSaysWhy(String line, String reason) {
		StringWriter told = new StringWriter();
		CommandLine command = Campanile.commandLine().setErr(new PrintWriter(told, true));
		assertThat(command.execute(line.split(" "))).isNotZero();
		assertThat(told.toString().lines().findFirst().orElse("")).contains(reason);
	}

}
