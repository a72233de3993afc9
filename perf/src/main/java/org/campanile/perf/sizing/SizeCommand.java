package org.campanile.perf.sizing;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.report.document.SvgChart;
import org.campanile.perf.sizing.Sizing.Demand;
import org.campanile.perf.sizing.Sizing.Line;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code perf size}: calculates nodes, cores, heap and the like for a campus. */
@Command(name = "size", mixinStandardHelpOptions = true, sortOptions = false,
		description = "Says what a campus needs: nodes, cores, heap, connections, log, sessions, cost of a restart; each "
				+ "figure with the measurement it rests on.")
public final class SizeCommand implements Callable<Integer> {

	private static final Pattern PEAK = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,2})?)%/([1-9][0-9]{0,4}[smh])");

	private static final List<String> STORES = List.of("memory", "jpa", "hazelcast");

	@Option(names = "--people", required = true, paramLabel = "N", description = "How many people can sign in.")
	private int people;

	@Option(names = "--peak", paramLabel = "SHARE/TIME", defaultValue = "10%/5m",
			description = "Which share of them signs on within which time (default: 10%%/5m).")
	private String peak = "10%/5m";

	@Option(names = "--sso-share", paramLabel = "SHARE", defaultValue = "0.7",
			description = "Which share of these has a session, and no password to enter (default: ${DEFAULT-VALUE}).")
	private double ssoShare;

	@Option(names = "--a-day", paramLabel = "N", defaultValue = "4",
			description = "Sign-ons of each person on an average day (default: ${DEFAULT-VALUE}).")
	private double signOnsADay;

	@Option(names = "--store", paramLabel = "STORE", defaultValue = "jpa",
			description = "Where sessions are: memory, jpa, hazelcast (default: ${DEFAULT-VALUE}).")
	private String store = "jpa";

	@Option(names = "--cores", paramLabel = "N", defaultValue = "2",
			description = "Processors of each node (default: ${DEFAULT-VALUE}).")
	private int cores;

	@Option(names = "--from", split = ",", paramLabel = "DIR",
			description = "Folders of runs (baseline, sessions, startup) whose figures count in place of those of the lab "
					+ "notebook; the first folder takes precedence.")
	private List<Path> from = List.of();

	@Option(names = "--plot", paramLabel = "FILE",
			description = "Also draws the cores at the peak by the number of people, as SVG.")
	@Nullable private Path plot;

	@Option(names = "--json", description = "Prints JSON.")
	private boolean json;

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() throws IOException {
		Costs costs = Costs.shipped();
		for (Path folder : from.reversed()) {
			costs = costs.from(folder);
		}
		Sizing sizing = new Sizing(demand(), store, cores, costs);
		if (plot != null) {
			Files.writeString(plot, SvgChart.render(sizing.plot()));
		}
		List<Line> lines = sizing.lines();
		PrintWriter out = spec.commandLine().getOut();
		if (json) {
			out.println(json(lines));
			return ExitCode.OK;
		}
		int widest = lines.stream().mapToInt(line -> line.name().length()).max().orElse(0);
		lines.forEach(line -> out.printf("%-" + widest + "s  %s%n    %s%n", line.name(), line.printed(), line.basis()));
		return ExitCode.OK;
	}

	private static String json(List<Line> lines) {
		Map<String, Map<String, Object>> figures = new LinkedHashMap<>();
		for (Line line : lines) {
			Map<String, Object> figure = new LinkedHashMap<>();
			if (Double.isFinite(line.value())) {
				figure.put("value", line.value());
			}
			figure.put("unit", line.unit());
			figure.put("basis", line.basis());
			figures.put(line.name(), figure);
		}
		return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(figures);
	}

	private Demand demand() {
		require(people >= 1 && people <= 100_000_000, "--people must be from 1 to 100,000,000: " + people);
		require(ssoShare >= 0 && ssoShare < 1, "--sso-share must be from 0 to below 1: " + ssoShare);
		require(signOnsADay > 0 && signOnsADay <= 1_000, "--a-day must be above 0 and at most 1000: " + signOnsADay);
		require(cores >= 1 && cores <= 1_024, "--cores must be from 1 to 1024: " + cores);
		require(STORES.contains(store), "--store: no store is called " + store + ", only " + String.join(", ", STORES));
		Matcher matcher = PEAK.matcher(peak);
		require(matcher.matches(), "--peak must be a share and a time, such as 10%/5m: " + peak);
		double share = Double.parseDouble(matcher.group(1)) / 100;
		require(share > 0 && share <= 1, "--peak must be of more than 0 % and at most 100 %: " + peak);
		long seconds = Duration.parse("PT" + matcher.group(2)).toSeconds();
		return new Demand(people, share, seconds, ssoShare, signOnsADay);
	}

	private void require(boolean holds, String message) {
		if (!holds) {
			throw new ParameterException(spec.commandLine(), message);
		}
	}

}
