package org.campanile.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import org.campanile.perf.report.Report;

/** {@code perf report DIR…}: one page of one run or of several beside each other. */
@Command(name = "report", mixinStandardHelpOptions = true,
		description = "Renders results as one page of HTML and a summary in Markdown, several runs side by side.")
final class ReportCommand implements Callable<Integer> {

	@Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders of runs.")
	private List<Path> folders = List.of();

	@Option(names = "--to", paramLabel = "DIR", description = "Where the report goes (default: the first folder).")
	@Nullable private Path target;

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() throws IOException {
		Path into = target == null ? folders.getFirst() : target;
		Path page = into.resolve("report.html");
		Report.write(folders, page, into.resolve("report.md"));
		spec.commandLine().getOut().println("report: " + page);
		return CommandLine.ExitCode.OK;
	}

}
