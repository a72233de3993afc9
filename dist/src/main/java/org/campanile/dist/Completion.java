package org.campanile.dist;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import org.campanile.web.command.Campanile;

/**
 * The completion of commands and options that shells offer, from the commands themselves.
 */
final class Completion {

	private Completion() {
	}

	/**
	 * Returns the completion for bash, which loads it when {@code campanile} is first
	 * completed.
	 */
	static String bash() {
		// Read by a shell, not run by itself.
		return AutoComplete.bash("campanile", commands()).replaceFirst("\\A#!.*\\n", "");
	}

	/**
	 * Returns the completion for zsh, where {@code compinit} finds it by its first line.
	 * picocli's script runs there too, but only once it was sourced, and sets options of
	 * the user's shell.
	 */
	static String zsh() {
		StringBuilder script = new StringBuilder("""
				#compdef campanile

				local -a commands
				if (( CURRENT == 2 )); then
					commands=(
				""");
		List<CommandLine> shown = commands().getSubcommands()
			.values()
			.stream()
			.filter(command -> !command.getCommandSpec().usageMessage().hidden())
			.distinct()
			.toList();
		for (CommandLine command : shown) {
			script.append("\t\t").append(quoted(command.getCommandName() + ":" + description(command))).append('\n');
		}
		script.append("""
					)
					_describe command commands
					return
				fi
				shift words
				(( CURRENT-- ))
				case $words[1] in
				""");
		for (CommandLine command : shown) {
			script.append('\t').append(command.getCommandName()).append(")\n\t\t_arguments");
			for (OptionSpec option : command.getCommandSpec().options()) {
				if (!option.hidden()) {
					script.append(" \\\n\t\t\t").append(argument(option));
				}
			}
			script.append(" \\\n\t\t\t'*:: :'\n\t\t;;\n");
		}
		return script.append("esac\n").toString();
	}

	private static CommandLine commands() {
		CommandLine commands = Campanile.commandLine();
		CommandSpec aot = CommandSpec.create();
		aot.usageMessage().description("Makes the cache from which the server starts faster.");
		// A subcommand of bin/campanile itself, which passes its options to this one.
		CommandLine train = Objects.requireNonNull(commands.getSubcommands().get("train"));
		train.getCommandSpec().options().forEach(option -> aot.addOption(option.toBuilder().build()));
		return commands.addSubcommand("aot", aot);
	}

	private static String description(CommandLine command) {
		return String.join(" ", command.getCommandSpec().usageMessage().description());
	}

	/**
	 * Returns an option in the syntax of {@code _arguments}; the names of one option
	 * exclude each other.
	 */
	private static String argument(OptionSpec option) {
		String text = "[" + String.join(" ", option.description()).replaceAll("[\\[\\]]", "\\\\$0") + "]"
				+ value(option);
		String[] names = option.names();
		if (names.length == 1) {
			return quoted(names[0] + equalsSign(names[0], option) + text);
		}
		return quoted("(" + String.join(" ", names) + ")") + "{"
				+ Arrays.stream(names).map(name -> name + equalsSign(name, option)).collect(Collectors.joining(","))
				+ "}" + quoted(text);
	}

	private static String equalsSign(String name, OptionSpec option) {
		if (option.arity().max() == 0) {
			return "";
		}
		return name.startsWith("--") ? "=" : "+";
	}

	private static String value(OptionSpec option) {
		if (option.arity().max() == 0) {
			return "";
		}
		String label = option.paramLabel().replaceAll("[<>:]", "");
		if (option.type() != Path.class) {
			return ":" + label + ": ";
		}
		return ":" + label + (label.equals("DIR") ? ":_files -/" : ":_files");
	}

	private static String quoted(String text) {
		return "'" + text.replace("'", "'\\''") + "'";
	}

}
