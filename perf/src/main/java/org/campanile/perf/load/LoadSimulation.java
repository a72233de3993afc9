package org.campanile.perf.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.management.OperatingSystemMXBean;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import org.campanile.perf.load.LoadGenerator.Progress;
import org.campanile.perf.load.LoadPlan.Arrival;
import org.campanile.perf.load.LoadPlan.UserBehavior;
import org.campanile.perf.load.SignOnSteps.SamlService;
import org.campanile.perf.process.CommandLoop;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.jspecify.annotations.Nullable;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

/**
 * The load as Gatling runs it. Gatling creates it; its input is in the folder that the
 * system property {@link #FOLDER} names, and its result is written there.
 */
public final class LoadSimulation extends Simulation {

	static final String FOLDER = "campanile.load.folder";

	private static final long PROGRESS_MILLIS = 1_000;

	private final Path folder = Path.of(System.getProperty(FOLDER, ""));

	private final LoadPlan plan;

	private final LoadRecorder recorder;

	private final @Nullable CheckQueue checks;

	private final LoadSchedule schedule;

	private final AtomicReference<GeneratorMeter> meter = new AtomicReference<>(GeneratorMeter.read());

	private final AtomicReference<@Nullable ProcessResult> used = new AtomicReference<>();

	private final ScheduledExecutorService timer = Executors
		.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("load-timer").factory());

	public LoadSimulation() {
		try {
			LoadJob job = LoadJob.read(folder);
			Target target = job.target();
			this.plan = job.plan();
			this.recorder = new LoadRecorder(plan.behavior().keepInOrder() ? UserBehavior.KEPT_AT_MOST : 0,
					plan.logins() > 0 ? Duration.ZERO : plan.length());
			SamlService service = target.kind().isSaml() ? service(target) : null;
			this.checks = service == null ? null : service.checks();
			this.schedule = new LoadSchedule(plan, recorder, this::measuring, this::over, System::nanoTime);
			SignOnSteps browser = new SignOnSteps(target, plan, recorder, service);
			setUp(population(new Journeys(plan, browser, schedule))).protocols(protocol(plan));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private SamlService service(Target target) throws IOException {
		ServiceProvider provider = new VirtualServiceProvider(target.serviceProvider()).open();
		return new SamlService(provider, new CheckQueue(AnswerCheck.of(target, provider), recorder, plan.checkEvery()));
	}

	@Override
	public void before() {
		timer.scheduleAtFixedRate(() -> report(recorder.measuring(), false), PROGRESS_MILLIS, PROGRESS_MILLIS,
				TimeUnit.MILLISECONDS);
	}

	/** Ends the load; answers still to be checked are no load on the servers. */
	@Override
	public void after() {
		schedule.end();
		timer.shutdownNow();
		if (checks != null) {
			checks.close();
		}
		try {
			LoadJob.writeResult(folder,
					recorder.result(plan.checkEvery(), Objects.requireNonNull(used.get()))
						.arriving(schedule.arrivals(), askedPerSecond())
						.checking(checks == null ? 0 : checks.byCallers(), checks == null ? 0 : checks.waiting()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void measuring() {
		meter.set(GeneratorMeter.read());
		report(true, false);
	}

	private void over() {
		report(recorder.measuring(), true);
		used.set(GeneratorMeter.read().since(meter.get()));
	}

	/** Returns the planned rate; 0 if a count ends the load, whatever its rate. */
	private double askedPerSecond() {
		return plan.arrival() instanceof Arrival.Open open && plan.logins() == 0 ? open.perSecond() : 0;
	}

	private void report(boolean measuring, boolean over) {
		CommandLoop.say(System.err, LoadProcess
			.line(new Progress(schedule.fraction(), recorder.done(), recorder.failed(), measuring, over)));
	}

	private PopulationBuilder population(Journeys journeys) {
		ScenarioBuilder users = scenario(plan.journey().name().toLowerCase(Locale.ROOT));
		return switch (plan.arrival()) {
			case Arrival.Closed closed ->
				users.exec(journeys.staying(closed.users())).injectOpen(atOnceUsers(closed.users()));
			case Arrival.Open open when open.ramp().isZero() -> users.exec(journeys.coming(plan.leadIn()))
				.injectOpen(constantUsersPerSec(open.perSecond()).during(longEnough(open)));
			case Arrival.Open open -> users.exec(journeys.coming(wholeSeconds(open.ramp()).plus(plan.leadIn())))
				.injectOpen(rampUsersPerSec(0).to(open.perSecond()).during(wholeSeconds(open.ramp())),
						constantUsersPerSec(open.perSecond()).during(longEnough(open)));
		};
	}

	/**
	 * Returns how long users have to arrive. The first user of a ramp comes late, and so
	 * does the measured time; users must keep arriving until its end. Later ones are
	 * turned away.
	 */
	private Duration longEnough(Arrival.Open open) {
		double firstComesAfter = Math.sqrt(2 * open.ramp().toMillis() / 1e3 / open.perSecond());
		return wholeSeconds(schedule.length().plus(plan.leadIn())).plusSeconds((long) Math.ceil(firstComesAfter));
	}

	/**
	 * Rounds up to whole seconds, as Gatling drops the rest: nobody would come in the
	 * last half second of 7.5 s.
	 */
	private static Duration wholeSeconds(Duration duration) {
		return Duration.ofSeconds((long) Math.ceil(duration.toMillis() / 1e3));
	}

	/**
	 * Returns the protocol of the plan. Users who come at a rate are new each time and
	 * have no connections of their own to keep, so that they share them.
	 */
	private static HttpProtocolBuilder protocol(LoadPlan plan) {
		HttpProtocolBuilder protocol = protocol();
		return plan.behavior().keepConnections() && plan.arrival() instanceof Arrival.Open ? protocol.shareConnections()
				: protocol;
	}

	private static HttpProtocolBuilder protocol() {
		return http.disableWarmUp()
			.disableCaching()
			.disableAutoReferer()
			.acceptHeader("text/html")
			.acceptLanguageHeader("en")
			.userAgentHeader("Campanile-perf")
			.maxRedirects(10);
	}

	/**
	 * What this process has used until a moment.
	 *
	 * @param cpuSeconds processor time
	 * @param kernelSeconds the part of it in the kernel; 0 if unknown
	 * @param collections number of garbage collections
	 * @param collectionSeconds duration of these collections
	 */
	record GeneratorMeter(double cpuSeconds, double kernelSeconds, long collections, double collectionSeconds) {

		private static final double TICKS_IN_SECOND = 100;

		static GeneratorMeter read() {
			OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
			List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
			return new GeneratorMeter(system.getProcessCpuTime() / 1e9, readKernelSeconds(),
					collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
					collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum() / 1e3);
		}

		private static double readKernelSeconds() {
			try {
				String stat = Files.readString(Path.of("/proc/self/stat"));
				return Long.parseLong(stat.substring(stat.lastIndexOf(')')).split(" ")[13]) / TICKS_IN_SECOND;
			}
			catch (IOException ex) {
				// Unknown if this is not Linux: all of the time then counts as user time.
				return 0;
			}
		}

		/** Returns what was used since an earlier reading. */
		ProcessResult since(GeneratorMeter earlier) {
			double kernel = kernelSeconds - earlier.kernelSeconds;
			long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
			return new ProcessResult("load", ProcessRole.LOAD, cpuSeconds - earlier.cpuSeconds - kernel, kernel, 0,
					heap, collections - earlier.collections, collectionSeconds - earlier.collectionSeconds);
		}

	}

}
