package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.campanile.perf.load.LoadPlan.RequestKind;
import org.campanile.perf.report.CostTables.StageCounters;
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
@FunctionalInterface
interface ScenarioView {

	/** Whether {@link #blocks} includes figures that do not come from the load. */
	default boolean includesFacts() {
		return false;
	}

	/** Returns the tables and plots of one run. */
	List<Block> blocks(MeasuredRun run);

	/** Returns the view of a scenario; an unknown one has no tables of its own. */
	static ScenarioView of(String scenario) {
		return switch (scenario) {
			case "memphis", "chicago" -> new UsersView();
			case "virginia-tech" -> new VirginiaTechView();
			case "lafayette" -> new LafayetteView();
			case "authmark" -> new AuthmarkView();
			case "sentinel" -> new SentinelView();
			case "privacyidea" -> new PrivacyideaView();
			case "overload" -> new OverloadView();
			case "soak" -> new SoakView();
			case "stages" -> new StagesView();
			case "startup", "memory" -> new StartupView();
			default -> new StepsView();
		};
	}

	/** The view of {@code memphis} and {@code chicago}: seconds by number of users. */
	record UsersView() implements ScenarioView {

		private static final List<Figure> FIGURES = List.of(Figure.MEAN.as("avg, s", 3, 1e-3),
				Figure.P90.as("90 %, s", 3, 1e-3), Figure.MAX.as("max, s", 3, 1e-3),
				Figure.LOGINS_PER_SECOND.as("req/s", 1, 1), Figure.FAILED);

		@Override
		public List<Block> blocks(MeasuredRun run) {
			return List.of(
					Tables.byStep(run, "Latency of the login step and sound logins a second, by users at once", "users",
							FIGURES),
					new Block.Beside(
							List.of(Charts.byStep(run, "Throughput", "users at once", Figure.LOGINS_PER_SECOND),
									Charts.byStep(run, "Latency, 90 % of logins", "users at once", Figure.P90))));
		}

	}

	/** The view of {@code virginia-tech}: the steps of a login, run by run. */
	record VirginiaTechView() implements ScenarioView {

		private static final Figure REQUESTS = new Figure("GET req/s", 1,
				step -> step.load().requests().containsKey("form")
						? step.load().each(step.load().requests().get("form").count()) : Double.NaN);

		private static final List<Figure> FIGURES = List.of(Figure.of("form", "GET avg, ms", 1, LatencyResult::mean),
				Figure.of("form", "GET st. dev., ms", 1, LatencyResult::deviation), REQUESTS,
				Figure.of("login", "POST avg, ms", 1, LatencyResult::mean),
				Figure.of("login", "POST st. dev., ms", 1, LatencyResult::deviation),
				Figure.LOGINS_PER_SECOND.as("POST req/s", 1, 1), Figure.COMPILING, Figure.GENERATOR, Figure.IDLE,
				Figure.STOLEN);

		@Override
		public List<Block> blocks(MeasuredRun run) {
			List<Figure> known = FIGURES.stream()
				.filter(figure -> run.cells().stream().anyMatch(cell -> Tables.hasAny(cell, figure)))
				.toList();
			List<Group> groups = Tables.measured(run)
				.stream()
				.map(cell -> new Group(cell.name(), cell.steps()
					.stream()
					.map(step -> new Row(step.label() + " users, run " + step.repeat(),
							known.stream().map(figure -> Numbers.of(figure.of(step), figure.decimals())).toList()))
					.toList()))
				.toList();
			return List.of(Table.grouped(run.caption("Latency of the login page and of the login step, run by run"),
					"run", known.stream().map(Figure::name).toList(), groups));
		}

	}

	/** The view of {@code lafayette}: events and new sessions a minute. */
	record LafayetteView() implements ScenarioView {

		/**
		 * The published events are a ticket requested and a ticket validated, two for
		 * each visit.
		 */
		private static final int EVENTS_OF_A_VISIT = 2;

		private static final Figure EVENTS = Figure.perMinute("events/min", load -> EVENTS_OF_A_VISIT * load.sound());

		private static final Figure NEW_SESSIONS = Figure.perMinute("net new sessions/min",
				load -> Math.max(0, load.logins() - logouts(load)));

		private static final Figure VALIDATION = Figure.of(RequestKind.VALIDATION, "validation 90 %, ms", 1,
				LatencyResult::p90);

		private static final Figure EACH = new Figure("events/min for each user", 2,
				step -> EVENTS.of(step) / Labels.number(step.label()).orElse(Double.NaN));

		@Override
		public List<Block> blocks(MeasuredRun run) {
			return List.of(
					Tables.byFigure(run, "Events and new sessions a minute, by users alive", "users",
							List.of(EVENTS, EACH, NEW_SESSIONS, Figure.P90, VALIDATION, Figure.CPU_IDP, Figure.FAILED)),
					new Beside(List.of(Charts.byStep(run, "Events a minute", "users alive", EVENTS))));
		}

		private static double logouts(LoadResult load) {
			LatencyResult logouts = load.requests().get("logout");
			return logouts == null ? 0 : logouts.count();
		}

	}

	/** The view of {@code authmark}: logins and pages a minute, load of each tier. */
	record AuthmarkView() implements ScenarioView {

		private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND.as("logins or pages/min", 0, 60),
				Figure.of(RequestKind.LOGIN, "avg of a login, s", 3, latency -> latency.mean() * 1e-3),
				Figure.of(RequestKind.PAGE, "avg of a page, ms", 1, LatencyResult::mean),
				Figure.CPU_IDP.as("IdP, CPU ms each", 3, 1), Figure.busy("IdP", ProcessRole.IDENTITY_PROVIDER),
				Figure.busy("proxy", ProcessRole.PROXY), Figure.busy("directory", ProcessRole.DIRECTORY),
				Figure.busy("database", ProcessRole.DATABASE), Figure.busy("pages", ProcessRole.SERVICE),
				Figure.FAILED);

		@Override
		public List<Block> blocks(MeasuredRun run) {
			return List.of(
					Tables.byFigure(run, "Logins or pages a minute, and processor time by tier", "users at once",
							FIGURES),
					new Beside(List
						.of(Charts.byStep(run, "Logins or pages a minute", "users at once", FIGURES.getFirst()))));
		}

	}

	/** The view of {@code sentinel}: times of storing state, under an open load. */
	record SentinelView() implements ScenarioView {

		private static final Figure BUSY = Figure.busy("IdP", ProcessRole.IDENTITY_PROVIDER);

		private static final List<Figure> FIGURES = List
			.of(Figure.LOGINS_PER_SECOND.as("sessions/s", 1, 1),
					Figure.of("login", "login 50 %, ms", 1, LatencyResult::p50),
					Figure.of("login", "login 90 %, ms", 1, LatencyResult::p90),
					Figure.of("login", "login 95 %, ms", 1, LatencyResult::p95),
					Figure.of("login", "login 99 %, ms", 1, LatencyResult::p99), BUSY,
					new Figure("sessions/s for each busy core", 1,
							step -> Figure.LOGINS_PER_SECOND.of(step) * 100 / BUSY.of(step)),
					Figure.HEAP, Figure.FAILED);

		@Override
		public List<Block> blocks(MeasuredRun run) {
			return List
				.of(Tables.byStep(run, "Response times and processor time under a steady rate", "offered", FIGURES));
		}

	}

	/** The view of {@code privacyidea}: every response of serial validations. */
	record PrivacyideaView() implements ScenarioView {

		private static final List<Figure> FIGURES = List.of(Figure.P50.as("median, ms", 1, 1), Figure.MEAN,
				Figure.latency("min, ms", 1, LatencyResult::min), Figure.P99, Figure.MAX,
				half("median of the first half, ms", 0), half("median of the second half, ms", 1), Figure.FAILED);

		@Override
		public List<Block> blocks(MeasuredRun run) {
			List<Block> blocks = new ArrayList<>();
			blocks.add(Tables.byFigure(run, "Response times of validations and logins one after the other",
					"what is proven, and the user cache", FIGURES));
			List<Block> charts = new ArrayList<>();
			for (CellResult cell : run.cells()) {
				cell.steps()
					.stream()
					.filter(step -> !step.load().inOrder().isEmpty())
					.forEach(step -> charts.add(dots(run, cell, step)));
			}
			if (!charts.isEmpty()) {
				blocks.add(new Beside(charts));
			}
			return List.copyOf(blocks);
		}

		private static Chart dots(MeasuredRun run, CellResult cell, StepResult step) {
			List<Double> millis = step.load().inOrder();
			List<Point> points = IntStream.range(0, millis.size())
				.mapToObj(index -> new Point(index + 1, millis.get(index)))
				.toList();
			return new Chart(run.caption(cell.name() + ", " + step.label() + ": every response in order"), Shape.DOTS,
					"validation", "ms", List.of(), List.of(new Series("response", points)));
		}

		/** Returns a figure of half of the answers; a cache makes the second faster. */
		private static Figure half(String name, int which) {
			return new Figure(name, 1, step -> {
				List<Double> millis = step.load().inOrder();
				int middle = millis.size() / 2;
				double[] sorted = (which == 0 ? millis.subList(0, middle) : millis.subList(middle, millis.size()))
					.stream()
					.mapToDouble(Double::doubleValue)
					.sorted()
					.toArray();
				return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
			});
		}

	}

	/** The view of {@code soak}: whether anything grows or becomes slower over time. */
	record SoakView() implements ScenarioView {

		private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND, Figure.P50, Figure.P99,
				Figure.MAX, Figure.FAILED, Figure.CPU_IDP, Figure.HEAP, Figure.RESIDENT, Figure.PAUSES);

		@Override
		public boolean includesFacts() {
			return true;
		}

		@Override
		public List<Block> blocks(MeasuredRun run) {
			List<Block> blocks = new ArrayList<>();
			blocks.add(Tables.byFigure(run, "Throughput, latency and memory as time goes by", "stretch", FIGURES));
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

	}

	/** The view of {@code stages}: how the time of a login is spent. */
	record StagesView() implements ScenarioView {

		@Override
		public boolean includesFacts() {
			return true;
		}

		@Override
		public List<Block> blocks(MeasuredRun run) {
			List<Block> blocks = new ArrayList<>();
			Table table = StageCounters.table(run);
			if (table.groups().stream().anyMatch(group -> !group.rows().isEmpty())) {
				blocks.add(table);
			}
			blocks.addAll(FactTables.facts(run));
			Chart chart = chart(run);
			if (!chart.isEmpty()) {
				blocks.add(new Beside(List.of(chart)));
			}
			blocks.addAll(new StepsView().blocks(run));
			return List.copyOf(blocks);
		}

		private static Chart chart(MeasuredRun run) {
			List<String> categories = new ArrayList<>();
			Map<String, Map<Integer, Double>> stages = new LinkedHashMap<>();
			for (CellResult cell : run.cells()) {
				for (RepeatedStep step : RepeatedStep.of(cell)) {
					for (Figure stage : StageCounters.figures(cell)) {
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
			return new Chart(run.caption("Average time in each stage of a login"), Shape.STACKED_BARS, "", "ms",
					categories, series);
		}

	}

	/**
	 * The view of {@code startup} and {@code memory}: only figures of cells, as there is
	 * no load.
	 */
	record StartupView() implements ScenarioView {

		@Override
		public boolean includesFacts() {
			return true;
		}

		@Override
		public List<Block> blocks(MeasuredRun run) {
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

	}

	/**
	 * The view of scenarios without published results: every cell with latency,
	 * throughput and cost.
	 */
	record StepsView() implements ScenarioView {

		private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND, Figure.MEAN, Figure.P50,
				Figure.P90, Figure.P99, Figure.MAX, Figure.FAILED, Figure.CPU_IDP, Figure.CPU_DATABASE,
				Figure.CPU_PROXY);

		@Override
		public List<Block> blocks(MeasuredRun run) {
			if (Tables.measured(run).isEmpty()) {
				return List.of();
			}
			return List.of(Tables.byFigure(run, "Throughput, latency and cost", "step", FIGURES),
					new Beside(List.of(Charts.byStep(run, "Throughput", "step", Figure.LOGINS_PER_SECOND),
							Charts.byStep(run, "Latency, 90 % of logins", "step", Figure.P90))));
		}

	}

}
