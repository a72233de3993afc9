package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.report.FactTables.Fact;
import org.campanile.perf.report.RepeatedStep.Labels;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;

/** The main tables and plots of a scenario, in the form in which it was published. */
final class ScenarioView {

	/** A published event is a ticket requested or validated, two for each visit. */
	private static final int EVENTS_OF_A_VISIT = 2;

	private ScenarioView() {
	}

	/** Returns the tables and plots of one run of a scenario. */
	static List<Block> blocks(String scenario, MeasuredRun run) {
		return switch (scenario) {
			case "memphis", "chicago" -> users(run);
			case "virginia-tech" -> virginiaTech(run);
			case "lafayette" -> lafayette(run);
			case "authmark" -> authmark(run);
			case "sentinel" -> sentinel(run);
			case "privacyidea" -> privacyidea(run);
			case "overload" -> OverloadView.blocks(run);
			case "soak" -> soak(run);
			case "stages" -> stages(run);
			case "startup", "memory" -> startup(run);
			default -> steps(run);
		};
	}

	/**
	 * Whether the blocks of a scenario include figures that do not come from the load.
	 */
	static boolean includesFacts(String scenario) {
		return Set.of("overload", "soak", "stages", "startup", "memory").contains(scenario);
	}

	private static List<Block> users(MeasuredRun run) {
		List<Figure> figures = List.of(Figure.MEAN.as("avg, s", 3, 1e-3), Figure.P90.as("90 %, s", 3, 1e-3),
				Figure.MAX.as("max, s", 3, 1e-3), Figure.LOGINS_PER_SECOND.as("req/s", 1, 1), Figure.FAILED);
		String caption = "Latency of the login step and sound logins a second, by users at once";
		Chart throughput = Charts.byStep(run, "Throughput", "users at once", Figure.LOGINS_PER_SECOND);
		Chart latency = Charts.byStep(run, "Latency, 90 % of logins", "users at once", Figure.P90);
		return List.of(Tables.byStep(run, caption, "users", figures), new Beside(List.of(throughput, latency)));
	}

	private static List<Block> virginiaTech(MeasuredRun run) {
		Figure requests = new Figure("GET req/s", 1, step -> {
			LatencyResult form = step.load().requests().get("form");
			return form == null ? Double.NaN : step.load().each(form.count());
		});
		List<Figure> all = List.of(Figure.of("form", "GET avg, ms", 1, LatencyResult::mean),
				Figure.of("form", "GET st. dev., ms", 1, LatencyResult::deviation), requests,
				Figure.of("login", "POST avg, ms", 1, LatencyResult::mean),
				Figure.of("login", "POST st. dev., ms", 1, LatencyResult::deviation),
				Figure.LOGINS_PER_SECOND.as("POST req/s", 1, 1), Figure.COMPILING, Figure.GENERATOR, Figure.IDLE,
				Figure.STOLEN);
		List<Figure> figures = Tables.known(run, all);
		List<Group> groups = Tables.measured(run)
			.stream()
			.map(cell -> new Group(cell.name(), cell.steps()
				.stream()
				.map(step -> new Row(step.label() + " users, run " + step.repeat(),
						figures.stream().map(figure -> Numbers.of(figure.of(step), figure.decimals())).toList()))
				.toList()))
			.toList();
		return List.of(Table.grouped(run.caption("Latency of the login page and of the login step, run by run"), "run",
				figures.stream().map(Figure::name).toList(), groups));
	}

	private static List<Block> lafayette(MeasuredRun run) {
		Figure events = Figure.perMinute("events/min", load -> EVENTS_OF_A_VISIT * load.sound());
		Figure each = new Figure("events/min for each user", 2,
				step -> events.of(step) / Labels.number(step.label()).orElse(Double.NaN));
		Figure sessions = Figure.perMinute("net new sessions/min", load -> Math.max(0, load.logins() - logouts(load)));
		Figure validation = Figure.of(RequestKind.VALIDATION, "validation 90 %, ms", 1, LatencyResult::p90);
		return List.of(
				Tables.byFigure(run, "Events and new sessions a minute, by users alive", "users",
						List.of(events, each, sessions, Figure.P90, validation, Figure.CPU_IDP, Figure.FAILED)),
				new Beside(List.of(Charts.byStep(run, "Events a minute", "users alive", events))));
	}

	private static double logouts(LoadResult load) {
		LatencyResult logouts = load.requests().get("logout");
		return logouts == null ? 0 : logouts.count();
	}

	private static List<Block> authmark(MeasuredRun run) {
		Figure rate = Figure.LOGINS_PER_SECOND.as("logins or pages/min", 0, 60);
		List<Figure> figures = List.of(rate,
				Figure.of(RequestKind.LOGIN, "avg of a login, s", 3, latency -> latency.mean() * 1e-3),
				Figure.of(RequestKind.PAGE, "avg of a page, ms", 1, LatencyResult::mean),
				Figure.CPU_IDP.as("IdP, CPU ms each", 3, 1), Figure.busy("IdP", ProcessRole.IDENTITY_PROVIDER),
				Figure.busy("proxy", ProcessRole.PROXY), Figure.busy("directory", ProcessRole.DIRECTORY),
				Figure.busy("database", ProcessRole.DATABASE), Figure.busy("pages", ProcessRole.SERVICE),
				Figure.FAILED);
		String caption = "Logins or pages a minute, and processor time by tier";
		return List.of(Tables.byFigure(run, caption, "users at once", figures),
				new Beside(List.of(Charts.byStep(run, "Logins or pages a minute", "users at once", rate))));
	}

	private static List<Block> sentinel(MeasuredRun run) {
		Figure busy = Figure.busy("IdP", ProcessRole.IDENTITY_PROVIDER);
		Figure perCore = new Figure("sessions/s for each busy core", 1,
				step -> Figure.LOGINS_PER_SECOND.of(step) * 100 / busy.of(step));
		List<Figure> figures = List.of(Figure.LOGINS_PER_SECOND.as("sessions/s", 1, 1),
				Figure.of("login", "login 50 %, ms", 1, LatencyResult::p50),
				Figure.of("login", "login 90 %, ms", 1, LatencyResult::p90),
				Figure.of("login", "login 95 %, ms", 1, LatencyResult::p95),
				Figure.of("login", "login 99 %, ms", 1, LatencyResult::p99), busy, perCore, Figure.HEAP, Figure.FAILED);
		return List.of(Tables.byStep(run, "Response times and processor time under a steady rate", "offered", figures));
	}

	private static List<Block> privacyidea(MeasuredRun run) {
		List<Figure> figures = List.of(Figure.whole("median, ms", 1, LatencyResult::p50),
				Figure.whole("avg, ms", 1, LatencyResult::mean), Figure.whole("min, ms", 1, LatencyResult::min),
				Figure.whole("99 %, ms", 1, LatencyResult::p99), Figure.whole("max, ms", 0, LatencyResult::max),
				half("median of the first half, ms", 0), half("median of the second half, ms", 1), Figure.FAILED);
		List<Block> blocks = new ArrayList<>();
		blocks.add(Tables.byFigure(run, "Response times of validations and logins one after the other",
				"what is proven, and the user cache", figures));
		List<Block> charts = new ArrayList<>();
		for (CellResult cell : run.cells()) {
			cell.steps()
				.stream()
				.filter(step -> !step.load().inOrder().isEmpty() && !isLogin(step))
				.forEach(step -> charts.add(dots(run, cell, step)));
		}
		if (!charts.isEmpty()) {
			blocks.add(new Beside(charts));
		}
		return List.copyOf(blocks);
	}

	/** Whether a step is of logins, of which each answer alone says little. */
	private static boolean isLogin(StepResult step) {
		return step.load().requests().containsKey(LoadResult.WHOLE_LOGIN);
	}

	private static Chart dots(MeasuredRun run, CellResult cell, StepResult step) {
		List<Double> millis = step.load().inOrder();
		List<Point> points = IntStream.range(0, millis.size())
			.mapToObj(index -> new Point(index + 1, millis.get(index)))
			.toList();
		return new Chart(run.caption(cell.name() + ", " + step.label() + ": every response in order"), Shape.DOTS,
				"validation", "ms", List.of(), List.of(new Series("response", points)));
	}

	/** Returns a figure of half of the validations; a cache makes the second faster. */
	private static Figure half(String name, int which) {
		return new Figure(name, 1, step -> {
			List<Double> millis = isLogin(step) ? List.of() : step.load().inOrder();
			int middle = millis.size() / 2;
			double[] sorted = (which == 0 ? millis.subList(0, middle) : millis.subList(middle, millis.size())).stream()
				.mapToDouble(Double::doubleValue)
				.sorted()
				.toArray();
			return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
		});
	}

	/** Shows whether anything grows or becomes slower over time. */
	private static List<Block> soak(MeasuredRun run) {
		List<Figure> figures = List.of(Figure.LOGINS_PER_SECOND, Figure.P50, Figure.P99, Figure.MAX, Figure.FAILED,
				Figure.CPU_IDP, Figure.HEAP, Figure.RESIDENT, Figure.PAUSES);
		List<Block> blocks = new ArrayList<>();
		blocks.add(Tables.byFigure(run, "Throughput, latency and memory as time goes by", "stretch", figures));
		blocks.addAll(FactTables.facts(run));
		Tables.measured(run).forEach(cell -> {
			blocks.add(growth(run, cell));
			blocks.add(new Beside(List.of(Charts.loginsBySecond(run, cell), Charts.latencyBySecond(run, cell))));
		});
		return List.copyOf(blocks);
	}

	/** Plots what must not grow; a heap is not looked at if a database is used. */
	private static Block growth(MeasuredRun run, CellResult cell) {
		boolean database = cell.steps()
			.stream()
			.flatMap(step -> step.processes().stream())
			.anyMatch(process -> process.role() == ProcessRole.DATABASE);
		String stored = database ? "tables of sessions" : "heap after a collection";
		Chart bytes = Charts.factOverTime(run, cell, CellResult.STORED, stored, "MB", 1e6);
		Chart threads = Charts.factOverTime(run, cell, CellResult.THREADS, "threads", "threads", 1);
		Chart files = Charts.factOverTime(run, cell, CellResult.DESCRIPTORS, "file descriptors", "descriptors", 1);
		return new Beside(List.of(bytes, threads, files));
	}

	private static List<Block> stages(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		Table table = CostTables.stages(run);
		if (table.groups().stream().anyMatch(group -> !group.rows().isEmpty())) {
			blocks.add(table);
		}
		blocks.addAll(FactTables.facts(run));
		Chart chart = stagesChart(run);
		if (!chart.isEmpty()) {
			blocks.add(new Beside(List.of(chart)));
		}
		blocks.addAll(steps(run));
		return List.copyOf(blocks);
	}

	private static Chart stagesChart(MeasuredRun run) {
		List<String> categories = new ArrayList<>();
		Map<String, Map<Integer, Double>> stages = new LinkedHashMap<>();
		for (CellResult cell : run.cells()) {
			for (RepeatedStep step : RepeatedStep.of(cell)) {
				for (Figure stage : CostTables.stages(cell)) {
					stages.computeIfAbsent(stage.name().replace(", ms", ""), absent -> new LinkedHashMap<>())
						.put(categories.size(), step.median(stage));
				}
				categories.add(cell.name() + ", " + step.label());
			}
		}
		List<Series> series = stages.entrySet()
			.stream()
			.map(stage -> Series.of(stage.getKey(), categories.size(),
					index -> stage.getValue().getOrDefault(index, Double.NaN)))
			.toList();
		return new Chart(run.caption("Average time in each stage of a login"), Shape.STACKED_BARS, "", "ms", categories,
				series);
	}

	/** Shows only figures of cells, as there is no load. */
	private static List<Block> startup(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>(FactTables.facts(run));
		List<CellResult> cells = run.cells();
		List<String> names = cells.stream()
			.flatMap(cell -> Fact.of(cell).stream())
			.map(Fact::name)
			.filter(name -> name.startsWith("seconds"))
			.distinct()
			.toList();
		List<Series> series = names.stream()
			.map(name -> Series.of(name, cells.size(), index -> value(cells.get(index), name)))
			.toList();
		if (!series.isEmpty()) {
			blocks.add(new Beside(List.of(new Chart(run.caption("Start"), Shape.BARS, "", "s",
					cells.stream().map(CellResult::name).toList(), series))));
		}
		return List.copyOf(blocks);
	}

	private static double value(CellResult cell, String name) {
		return Fact.of(cell)
			.stream()
			.filter(fact -> fact.name().equals(name))
			.mapToDouble(Fact::value)
			.findFirst()
			.orElse(Double.NaN);
	}

	private static List<Block> steps(MeasuredRun run) {
		if (Tables.measured(run).isEmpty()) {
			return List.of();
		}
		List<Figure> figures = List.of(Figure.LOGINS_PER_SECOND, Figure.MEAN, Figure.P50, Figure.P90, Figure.P99,
				Figure.MAX, Figure.FAILED, Figure.CPU_IDP, Figure.CPU_DATABASE, Figure.CPU_PROXY);
		return List.of(Tables.byFigure(run, "Throughput, latency and cost", "step", figures),
				new Beside(List.of(Charts.byStep(run, "Throughput", "step", Figure.LOGINS_PER_SECOND),
						Charts.byStep(run, "Latency, 90 % of logins", "step", Figure.P90))));
	}

}
