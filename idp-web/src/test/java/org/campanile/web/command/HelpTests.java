package org.campanile.web.command;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the output of {@code --help}. */
class HelpTests {

	static Stream<String> commands() {
		return Campanile.commandLine()
			.getSubcommands()
			.entrySet()
			.stream()
			.filter(command -> !command.getValue().getCommandSpec().usageMessage().hidden())
			.map(Map.Entry::getKey);
	}

	private static CommandLine command(String name) {
		return Objects.requireNonNull(Campanile.commandLine().getSubcommands().get(name), name);
	}

	private static CommandSpec spec(String command) {
		return command(command).getCommandSpec();
	}

	@Test
	void whenHelpIsAskedForThenCommandsAreListedAndWhereMoreIs() {
		Output output = Output.of("--help");
		assertThat(output.code()).isZero();
		assertThat(output.out()).contains("run ", "check ", "explain ", "sessions ", "factors ", "user-cache ",
				"campanile COMMAND --help", "campanile aot", "campanile perf");
	}

	@ParameterizedTest
	@MethodSource("commands")
	void whenHelpIsAskedForThenEveryOptionIsDescribed(String command) {
		assertThat(spec(command).args()).isNotEmpty()
			.allSatisfy(option -> assertThat(String.join("", option.description())).as(option.toString())
				.matches("[A-Z].*[a-z0-9].*\\."));
		assertThat(String.join("", spec(command).usageMessage().description())).endsWith(".");
	}

	@ParameterizedTest
	@MethodSource("commands")
	void whenHelpIsAskedForThenExitCodesAreListed(String command) {
		assertThat(spec(command).usageMessage().exitCodeList()).containsKeys("1", "2");
		assertThat(Output.of(command, "--help").out()).contains("Exit codes:");
	}

	@ParameterizedTest
	@MethodSource("commands")
	void whenHelpGivesAnExampleThenTheCommandTakesIt(String command) {
		List<String> examples = Stream.of(spec(command).usageMessage().footer()).toList();
		assertThat(examples).isNotEmpty().allSatisfy(example -> {
			assertThat(example).startsWith("  campanile " + command);
			String[] words = example.strip().replaceAll("\"[^\"]*\"", "text").split(" ");
			CommandLine campanile = Campanile.commandLine();
			assertThat(
					campanile.parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new)).hasSubcommand())
				.isTrue();
		});
	}

	/** Output that is not a terminal, as in tests and pipes, has no colours. */
	@Test
	void whenTheOutputIsATerminalThenHelpHasColoursAndElseNone() {
		CommandLine check = command("check");
		assertThat(check.getUsageMessage(Ansi.ON)).contains("\u001b[");
		assertThat(check.getUsageMessage(Ansi.OFF)).doesNotContain("\u001b");
		assertThat(Output.of("check", "--help").out()).doesNotContain("\u001b");
	}

}
