package org.campanile.perf.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.campanile.perf.load.LoadJob.LoadMessage;

import io.gatling.app.Gatling$;

/**
 * The process that makes loads, one after the other, so that it is warm from the second
 * on: each line of its standard input names the folder of a job. It ends with its
 * standard input, so that it never outlives the process that started it.
 */
public final class LoadProcess {

	private LoadProcess() {
	}

	public static void main(String[] arguments) throws InterruptedException {
		BlockingQueue<Path> folders = new LinkedBlockingQueue<>();
		Thread.ofPlatform().daemon().name("load-jobs").start(() -> take(folders));
		while (true) {
			System.out.println(run(folders.take()).line());
		}
	}

	private static void take(BlockingQueue<Path> folders) {
		try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				folders.add(Path.of(line));
			}
		}
		catch (IOException ex) {
			System.err.println("no more jobs: " + ex);
		}
		// Not exit: a load under way must not hold this up.
		Runtime.getRuntime().halt(0);
	}

	private static LoadMessage run(Path folder) {
		System.setProperty(LoadSimulation.FOLDER, folder.toString());
		try {
			LoadJob.clear(folder);
			gatling(folder);
			LoadJob.readResult(folder);
			return new LoadMessage.Done();
		}
		catch (Exception | Error ex) {
			ex.printStackTrace();
			return new LoadMessage.Failed(root(ex).toString());
		}
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
				throw ex;
			}
			System.err.println("no report by Gatling: " + root(ex));
		}
	}

	/** Gatling wraps what a simulation throws in what says nothing. */
	private static Throwable root(Throwable failure) {
		Throwable cause = failure.getCause();
		return cause == null ? failure : root(cause);
	}

}
