package org.campanile.web.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.campanile.testkit.FreePort;
import org.campanile.testkit.browser.RunningIdp;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.web.IdpApplication;
import org.campanile.web.config.HomeEnvironment;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.FileSystemUtils;

/**
 * The whole server on a free port, with the demo's directory and a home folder of its
 * own; closed by the caller.
 */
public final class TestIdp implements RunningIdp, AutoCloseable {

	private final Path home;

	private final String baseUrl;

	private final ConfigurableApplicationContext context;

	private final EmbeddedDirectory directory;

	private TestIdp(Path home, String baseUrl, ConfigurableApplicationContext context, EmbeddedDirectory directory) {
		this.home = home;
		this.baseUrl = baseUrl;
		this.context = context;
		this.directory = directory;
	}

	/**
	 * @param settings further settings, each {@code key=value}
	 */
	public static TestIdp start(String... settings) {
		return start(newHome(), settings);
	}

	/** As {@link #start(String...)}, with a home folder that was prepared. */
	public static TestIdp start(Path home, String... settings) {
		return start(home, context -> {
		}, settings);
	}

	/** As {@link #start(Path, String...)}, with beans put beside the server's own. */
	public static TestIdp start(Path home, ApplicationContextInitializer<GenericApplicationContext> beans,
			String... settings) {
		String baseUrl = "http://localhost:" + FreePort.find() + "/idp";
		List<String> arguments = new ArrayList<>();
		arguments.add("--spring.config.additional-location=classpath:test-idp.yaml");
		arguments.add("--" + HomeEnvironment.HOME + "=" + home);
		arguments.add("--campanile.base-url=" + baseUrl);
		arguments.add("--management.server.port=0");
		EmbeddedDirectory directory = people();
		directory.settings().forEach((key, value) -> {
			// Given twice, a setting would be a list of both.
			if (Stream.of(settings).noneMatch(setting -> setting.startsWith(key + "="))) {
				arguments.add("--" + key + "=" + value);
			}
		});
		for (String setting : settings) {
			arguments.add("--" + setting);
		}
		SpringApplication application = new SpringApplication(IdpApplication.class);
		application.addListeners(new HomeEnvironment());
		application.addInitializers(beans);
		try {
			return new TestIdp(home, baseUrl, application.run(arguments.toArray(String[]::new)), directory);
		}
		catch (RuntimeException ex) {
			directory.close();
			throw ex;
		}
	}

	private static EmbeddedDirectory people() {
		try {
			return EmbeddedDirectory.demo(0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Puts a clock in place of the server's own. */
	public static ApplicationContextInitializer<GenericApplicationContext> clock(InstantSource clock) {
		return context -> context.registerBean("testClock", InstantSource.class, () -> clock,
				definition -> definition.setPrimary(true));
	}

	/** An empty home folder with a place for metadata, deleted when the server closes. */
	public static Path newHome() {
		try {
			Path home = Files.createTempDirectory("campanile-test");
			Files.createDirectories(home.resolve("metadata"));
			return home;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public String baseUrl() {
		return baseUrl;
	}

	/** The directory that its users are in. */
	public EmbeddedDirectory directory() {
		return directory;
	}

	public Path home() {
		return home;
	}

	/** The address of the management port. */
	public String managementUrl() {
		return "http://localhost:" + context.getEnvironment().getRequiredProperty("local.management.port")
				+ "/actuator";
	}

	/** What the management port wants to be shown. */
	public String managementToken() {
		try {
			return Files.readString(home.resolve("credentials/management.token")).strip();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public <T> T bean(Class<T> type) {
		return context.getBean(type);
	}

	/** All beans of a type; none if there is none. */
	public <T> Collection<T> beans(Class<T> type) {
		return context.getBeansOfType(type).values();
	}

	@Override
	public void close() {
		context.close();
		directory.close();
		try {
			FileSystemUtils.deleteRecursively(home);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
