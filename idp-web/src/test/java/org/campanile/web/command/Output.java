package org.campanile.web.command;

import java.io.PrintWriter;
import java.io.StringWriter;

import picocli.CommandLine;

/** The output of a command, and its exit code. */
record Output(int code, String out, String err) {

	static Output of(String... arguments) {
		StringWriter out = new StringWriter();
		StringWriter err = new StringWriter();
		CommandLine commandLine = Campanile.commandLine()
			.setOut(new PrintWriter(out, true))
			.setErr(new PrintWriter(err, true));
		int code = commandLine.execute(arguments);
		return new Output(code, out.toString(), err.toString());
	}

}
