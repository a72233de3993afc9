package org.campanile.demo;

import java.io.PrintWriter;
import java.nio.file.Path;

import org.campanile.testkit.directory.DemoPerson;

/** The text that the demo prints once it is ready. */
final class Welcome {

	private final PrintWriter out;

	Welcome(PrintWriter out) {
		this.out = out;
	}

	/**
	 * @param details prints further lines of the same form
	 */
	void print(String baseUrl, Path folder, String store, Runnable details) {
		out.println();
		out.println("Campanile's demo is ready.");
		out.println();
		out.println("  Open            " + baseUrl + "/demo");
		out.println("  Server          " + baseUrl);
		out.println("  Its metadata    " + baseUrl + "/metadata");
		out.println("  Your services   put their metadata into " + folder.resolve("metadata"));
		out.println("  Store           " + store);
		details.run();
		out.println();
		out.println("  Sign in as");
		DemoPerson.all()
			.forEach(person -> out.printf("    %-12s %-18s %s%n", person.username(), person.password(),
					person.description()));
		out.println();
		out.println("Stop it with Ctrl-C.");
		out.flush();
	}

}
