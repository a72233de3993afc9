package org.campanile.web.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import org.campanile.web.IdpApplication;
import org.campanile.web.config.ConfigurationCheck;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.config.HomeEnvironment;
import org.campanile.web.config.LogSettings;
import org.campanile.web.lifecycle.Warmup;

/** Starts the server for a home folder, after checking its configuration. */
public final class Server {

	private final Path home;

	private final Map<String, Object> settings = new LinkedHashMap<>();

	private final String extraLocation;

	/**
	 * @param extraLocation where further defaults are read from, such as
	 * {@code classpath:demo.yaml}; empty for nowhere
	 */
	public Server(Path home, String extraLocation) {
		this.home = home.toAbsolutePath().normalize();
		this.extraLocation = extraLocation;
	}

	/** Adds a setting that takes precedence over the files. */
	public Server with(String key, Object value) {
		settings.put(key, value);
		return this;
	}

	/**
	 * Starts the server.
	 * @throws FaultyConfigurationException with every fault of the configuration
	 */
	public ConfigurableApplicationContext start() {
		SpringApplication application = application();
		application.addListeners(new Step(Step.BEFORE_LOG, environment -> refuse(logFaults(environment))),
				new Step(Step.AFTER_LOG, environment -> ServiceLoader.load(Warmup.class).forEach(Warmup::begin)),
				new Step(Step.LAST, environment -> refuse(ConfigurationCheck.of(environment).faults())));
		return application.run(arguments());
	}

	/** Reads and checks the configuration, and does nothing else; logs nothing. */
	ConfigurationReport read() {
		SpringApplication application = application();
		List<String> faults = new ArrayList<>();
		application.addListeners(new Step(Step.BEFORE_LOG, environment -> {
			faults.addAll(logFaults(environment));
			environment.getPropertySources().addFirst(new MapPropertySource("noLogFile", LogSettings.harmless(faults)));
		}), new Step(Step.LAST, environment -> {
			throw new ReadException(ConfigurationCheck.of(environment).with(faults));
		}));
		try {
			application.run(arguments());
			throw new IllegalStateException("the start was not stopped");
		}
		catch (ReadException ex) {
			return ex.report;
		}
	}

	private static List<String> logFaults(ConfigurableEnvironment environment) {
		// The check of the whole configuration reports unset variables, with their keys.
		environment.setIgnoreUnresolvableNestedPlaceholders(true);
		return LogSettings.check(environment);
	}

	private SpringApplication application() {
		// It logs a failed start with a stack trace, even before logging is configured;
		// StartFailure reports it in one line.
		if (LoggerFactory.getLogger(SpringApplication.class) instanceof Logger logger) {
			logger.setLevel(Level.OFF);
		}
		SpringApplication application = new SpringApplication(IdpApplication.class);
		application.addListeners(new HomeEnvironment());
		return application;
	}

	/**
	 * Returns the command-line arguments, which take precedence over files in Spring
	 * Boot.
	 */
	private String[] arguments() {
		Map<String, Object> all = new LinkedHashMap<>(settings);
		all.put(HomeEnvironment.HOME, home.toString());
		// By default Spring Boot would also read files of the current folder.
		String file = "optional:" + home.resolve("application.yaml").toUri();
		all.put("spring.config.location",
				"classpath:/application.yaml," + (extraLocation.isEmpty() ? "" : extraLocation + ",") + file);
		return all.entrySet()
			.stream()
			.map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
			.toArray(String[]::new);
	}

	/** Throws the faults, if there are any, before the context is created. */
	private static void refuse(List<String> faults) {
		if (!faults.isEmpty()) {
			throw new FaultyConfigurationException(faults);
		}
	}

	/**
	 * A step that processes the environment before the context is created.
	 *
	 * @param order among the listeners of the same event, such as the one that configures
	 * the log
	 */
	private record Step(int order, Consumer<ConfigurableEnvironment> action)
			implements
				ApplicationListener<ApplicationEnvironmentPreparedEvent>,
				Ordered {

		/**
		 * Faults of logging settings would otherwise end the start with a stack trace.
		 */
		static final int BEFORE_LOG = LoggingApplicationListener.DEFAULT_ORDER - 2;

		/**
		 * The order after the log is configured; before that, startup prints unwanted
		 * lines.
		 */
		static final int AFTER_LOG = LoggingApplicationListener.DEFAULT_ORDER + 1;

		static final int LAST = Ordered.LOWEST_PRECEDENCE;

		@Override
		public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
			action.accept(event.getEnvironment());
		}

		@Override
		public int getOrder() {
			return order;
		}

	}

	/**
	 * Aborts a start once its configuration has been read, before any bean is created.
	 */
	private static final class ReadException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private final transient ConfigurationReport report;

		ReadException(ConfigurationReport report) {
			this.report = report;
		}

	}

}
