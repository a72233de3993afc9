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

import org.campanile.testkit.browser.RunningIdp;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.campanile.testkit.process.Ports;
import org.campanile.testkit.saml.TestCredentials;
import org.campanile.web.IdpApplication;
import org.campanile.web.config.HomeEnvironment;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.FileSystemUtils;

/**
 * The whole server on a free port, with the demo's directory and a home folder of its
 * own; the caller must close it.
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

	/** Like {@link #start(String...)}, with a prepared home folder. */
	public static TestIdp start(Path home, String... settings) {
		return start(home, context -> {
		}, settings);
	}

	/** Like {@link #start(Path, String...)}, with additional beans. */
	public static TestIdp start(Path home, ApplicationContextInitializer<GenericApplicationContext> beans,
			String... settings) {
		String baseUrl = "http://localhost:" + Ports.free() + "/idp";
		List<String> arguments = new ArrayList<>();
		arguments.add("--spring.config.additional-location=classpath:test-idp.yaml");
		arguments.add("--" + HomeEnvironment.HOME + "=" + home);
		arguments.add("--campanile.base-url=" + baseUrl);
		arguments.add("--management.server.port=0");
		EmbeddedDirectory directory = people();
		directory.settings().forEach((key, value) -> {
			// A setting that is given twice would become a list of both values.
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

	/** Returns an initializer that replaces the server's clock. */
	public static ApplicationContextInitializer<GenericApplicationContext> clock(InstantSource clock) {
		return context -> context.registerBean("testClock", InstantSource.class, () -> clock,
				definition -> definition.setPrimary(true));
	}

	/**
	 * Creates a home folder with a signing key and an empty folder for metadata; closing
	 * the server deletes it.
	 */
	public static Path newHome() {
		try {
			Path home = Files.createTempDirectory("campanile-test");
			Files.createDirectories(home.resolve("metadata"));
			TestCredentials.write(home.resolve("credentials"));
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

	/** Returns the directory with the server's users. */
	public EmbeddedDirectory directory() {
		return directory;
	}

	public Path home() {
		return home;
	}

	/** Returns the base URL of the actuator endpoints on the management port. */
	public String managementUrl() {
		return "http://localhost:" + context.getEnvironment().getRequiredProperty("local.management.port")
				+ "/actuator";
	}

	/** Returns the token for the management port. */
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

	/** Returns all beans of a type, which may be none. */
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
