package org.campanile.perf;

import java.io.IOException;
import java.nio.file.Path;

import org.campanile.perf.scenario.RunOptions;
import picocli.CommandLine;

/** The options of runs, from command lines. */
public final class ParsedOptions {

	private ParsedOptions() {
	}

	/** Returns the options of a run with that folder for its results. */
	public static RunOptions of(Path results, String... words) throws IOException {
		CommandLine line = Perf.commandLine();
		line.parseArgs(words);
		ScenarioCommand command = line.getCommand();
		return command.options().into(results);
	}

}
