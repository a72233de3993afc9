package org.campanile.dist;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import org.campanile.web.command.Campanile;

import static org.assertj.core.api.Assertions.assertThat;

class CompletionTests {

	@TempDir
	private Path folder;

	@Test
	void whenBashCompletesThenItOffersEveryCommandThatHelpShowsAndTheScriptsOwn() throws Exception {
		Stream<String> shown = Campanile.commandLine()
			.getSubcommands()
			.entrySet()
			.stream()
			.filter(command -> !hidden(command.getValue()))
			.map(Map.Entry::getKey);
		assertThat(completed("\"\""))
			.containsExactlyInAnyOrderElementsOf(Stream.concat(shown, Stream.of("aot")).toList());
	}

	@Test
	void whenBashCompletesAnOptionThenThoseOfTheCommand() throws Exception {
		assertThat(completed("check --")).contains("--home", "--connect", "--as").doesNotContain("--end");
		assertThat(completed("aot --")).containsExactlyInAnyOrder("--home", "--logins");
	}

	@Test
	void whenZshIsGivenTheCommandsThenEachWithItsOptions() {
		assertThat(Completion.zsh()).startsWith("#compdef campanile\n")
			.contains("'check:Checks the configuration", "'--home=[The home folder.]:DIR:_files -/'",
					"'(-h --help)'{-h,--help}'[", "'aot:Makes the cache")
			.doesNotContain("'train:", "\ttrain)");
	}

	private static boolean hidden(CommandLine command) {
		return command.getCommandSpec().usageMessage().hidden();
	}

	private List<String> completed(String words) throws Exception {
		Path script = folder.resolve("campanile");
		Files.writeString(script, Completion.bash());
		Process bash = new ProcessBuilder("bash", "-c", """
				source "$0"
				COMP_WORDS=(campanile %s)
				COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
				_complete_campanile
				printf '%%s\\n' "${COMPREPLY[@]}"
				""".formatted(words), script.toString()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		try (BufferedReader output = bash.inputReader()) {
			return output.readAllLines();
		}
	}

}
