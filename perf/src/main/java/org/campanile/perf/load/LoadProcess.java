package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Path;

import io.gatling.app.Gatling$;
import org.campanile.perf.load.LoadGenerator.Progress;
import org.campanile.perf.process.CommandLoop;

/**
 * The process that makes loads, one after the other, so that it is warm from the second
 * on. It obeys a {@link CommandLoop}: a command is the folder of a job; what it says is
 * how far the load is, and in the end {@link #DONE}.
 */
public final class LoadProcess {

	/** The result is written. */
	static final String DONE = "done";

	private LoadProcess() {
	}

	public static void main(String[] arguments) throws IOException {
		new CommandLoop(System.in, System.err).run("ready", folder -> make(Path.of(folder)));
		// Not exit: a load under way must not hold this up.
		Runtime.getRuntime().halt(0);
	}

	/** How far a load is, as it is said. */
	static String line(Progress progress) {
		return progress.fraction() + " " + progress.logins() + " " + progress.failures() + " " + progress.measuring()
				+ " " + progress.over();
	}

	/** What was said. */
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

	/** What was measured stays good even if Gatling cannot make its own report of it. */
	private static void gatling(Path folder) {
		try {
			Gatling$.MODULE$.fromArgs(new String[] { "--simulation", LoadSimulation.class.getName(), "--results-folder",
					folder.resolve("gatling").toString() });
		}
		catch (Exception | Error ex) {
			// Scala throws checked exceptions without saying so.
			if (!LoadJob.hasResult(folder)) {
				ex.printStackTrace();
				throw ex;
			}
			System.out.println("no report by Gatling: " + CommandLoop.root(ex));
		}
	}

}
