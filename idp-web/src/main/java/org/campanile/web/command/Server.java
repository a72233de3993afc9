package org.campanile.web.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.env.MapPropertySource;

import org.campanile.saml.request.EarlyStart;
import org.campanile.web.IdpApplication;
import org.campanile.web.config.ConfigurationCheck;
import org.campanile.web.config.ConfigurationFault;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.config.HomeEnvironment;
import org.campanile.web.config.LogSettings;

/** Starts the server for a home folder, its configuration checked first. */
final class Server {

	private final Path home;

	private final Map<String, Object> settings = new LinkedHashMap<>();

	private final String extraLocation;

	/**
	 * @param extraLocation where further defaults are read from, such as
	 * {@code classpath:demo.yaml}; empty for nowhere
	 */
	Server(Path home, String extraLocation) {
		this.home = home.toAbsolutePath().normalize();
		this.extraLocation = extraLocation;
	}

	/** A setting that goes before what the files say. */
	Server with(String key, Object value) {
		settings.put(key, value);
		return this;
	}

	/**
	 * Starts it.
	 * @throws FaultyConfigurationException with every fault of the configuration
	 */
	ConfigurableApplicationContext start() {
		SpringApplication application = application();
		application.addListeners(new EarlyParts(), new Check());
		return application.run(arguments());
	}

	/** Reads and checks the configuration alone. */
	ConfigurationReport read() {
		SpringApplication application = application();
		Reading reading = new Reading();
		application.addListeners(reading, new NoLogFile());
		try {
			application.run(arguments());
			throw new IllegalStateException("the start was not stopped");
		}
		catch (StopException ex) {
			return Objects.requireNonNull(reading.report);
		}
	}

	private SpringApplication application() {
		// It logs a failed start with a stack trace, even before any logging is
		// configured; we say it in a line.
		if (LoggerFactory.getLogger(SpringApplication.class) instanceof Logger logger) {
			logger.setLevel(Level.OFF);
		}
		SpringApplication application = new SpringApplication(IdpApplication.class);
		application.addListeners(new HomeEnvironment(), new LogCheck());
		return application;
	}

	/** Command-line arguments go before files, in Spring Boot's order. */
	private String[] arguments() {
		Map<String, Object> all = new LinkedHashMap<>(settings);
		all.put(HomeEnvironment.HOME, home.toString());
		// Nothing else: by itself Spring Boot also reads what lies in the folder we are
		// started from.
		String file = "optional:" + home.resolve("application.yaml").toUri();
		all.put("spring.config.location",
				"classpath:/application.yaml," + (extraLocation.isEmpty() ? "" : extraLocation + ",") + file);
		return all.entrySet()
			.stream()
			.map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
			.toArray(String[]::new);
	}

	/** Before the log is configured, which would end the start with a stack trace. */
	private static final class LogCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

		@Override
		public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
			List<ConfigurationFault> faults = LogSettings.check(event.getEnvironment());
			if (!faults.isEmpty()) {
				throw new FaultyConfigurationException(faults);
			}
		}

		@Override
		public int getOrder() {
			return LoggingApplicationListener.DEFAULT_ORDER - 2;
		}

	}

	/** Keeps a server that is only checked from writing to the log of one that runs. */
	private static final class NoLogFile implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

		@Override
		public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
			event.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("noLogFile", Map.of("logging.file.name", "", "logging.file.path", "")));
		}

		/** After the check of the log's settings. */
		@Override
		public int getOrder() {
			return LoggingApplicationListener.DEFAULT_ORDER - 1;
		}

	}

	private static final class Check implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

		@Override
		public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
			List<ConfigurationFault> faults = ConfigurationCheck.of(event.getEnvironment()).faults();
			if (!faults.isEmpty()) {
				throw new FaultyConfigurationException(faults);
			}
		}

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE - 1;
		}

	}

	/**
	 * Begins once the log is configured: before, what begins would print lines that
	 * nobody asked for.
	 */
	private static final class EarlyParts implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

		@Override
		public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
			EarlyStart.begin();
		}

		@Override
		public int getOrder() {
			return LoggingApplicationListener.DEFAULT_ORDER + 1;
		}

	}

	/** Keeps what the check found, and stops before anything is made. */
	private static final class Reading implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

		private @Nullable ConfigurationReport report;

		@Override
		public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
			report = ConfigurationCheck.of(event.getEnvironment());
			throw new StopException();
		}

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE;
		}

	}

	/** Ends a start after the environment was prepared. */
	private static final class StopException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
