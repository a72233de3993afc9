package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Path;

import io.gatling.app.Gatling$;
import org.campanile.perf.load.LoadGenerator.Progress;
import org.campanile.perf.process.CommandLoop;

/**
 * The process that runs loads, one after the other, so that it is warm from the second
 * on. It obeys a {@link CommandLoop}: a command is the folder of a job; it reports the
 * progress, and finally {@link #DONE}.
 */
public final class LoadProcess {

	/** The line that reports that the result is written. */
	static final String DONE = "done";

	private LoadProcess() {
	}

	public static void main(String[] arguments) throws IOException {
		new CommandLoop(System.in, System.err).run("ready", folder -> make(Path.of(folder)));
		// halt instead of exit: a load that is running must not delay the end.
		Runtime.getRuntime().halt(0);
	}

	/** Formats a progress as a line. */
	static String line(Progress progress) {
		return progress.fraction() + " " + progress.logins() + " " + progress.failures() + " " + progress.measuring()
				+ " " + progress.over();
	}

	/** Parses a line of {@link #line}. */
	static Progress progress(String said) {
		String[] words = said.split(" ");
		return new Progress(Double.parseDouble(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]),
				Boolean.parseBoolean(words[3]), Boolean.parseBoolean(words[4]));
	}

	private static String make(Path folder) throws IOException {
		System.setProperty(LoadSimulation.FOLDER, folder.toString());
		LoadJob.clear(folder);
		gatling(folder);
		LoadJob.readResult(folder);
		return DONE;
	}

	/** Runs Gatling; what was measured is kept even if its own report fails. */
	private static void gatling(Path folder) {
		try {
			Gatling$.MODULE$.fromArgs(new String[] { "--simulation", LoadSimulation.class.getName(), "--results-folder",
					folder.resolve("gatling").toString() });
		}
		catch (Exception | Error ex) {
			// Scala throws checked exceptions without declaring them.
			if (!LoadJob.hasResult(folder)) {
				ex.printStackTrace();
				throw ex;
			}
			System.out.println("no report by Gatling: " + CommandLoop.root(ex));
		}
	}

}
