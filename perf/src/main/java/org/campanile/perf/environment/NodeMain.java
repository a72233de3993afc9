package org.campanile.perf.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

import org.campanile.web.IdpApplication;
import org.campanile.web.config.ConfigurationCheck;
import org.campanile.web.config.ConfigurationFault;
import org.campanile.web.config.HomeEnvironment;
import org.campanile.web.lifecycle.Drain;

/**
 * The server as {@code campanile run} starts it, in a process that obeys a
 * {@link CommandLoop}: {@code preload FIRST COUNT} stores sessions of people with these
 * numbers, {@code heap} collects garbage and tells the bytes in use. The argument is the
 * home folder, followed by settings, {@code key=value}.
 */
public final class NodeMain {

	private NodeMain() {
	}

	public static void main(String[] arguments) throws IOException {
		InputStream commands = System.in;
		PrintStream answers = System.err;
		SpringApplication application = new SpringApplication(IdpApplication.class);
		application.addListeners(new HomeEnvironment(), new Check());
		CommandLoop loop = new CommandLoop(commands, answers);
		try {
			ConfigurableApplicationContext context = application.run(springArguments(arguments));
			Preloader preloader = new Preloader(context);
			loop.run("ready", command -> answer(preloader, command));
			context.getBean(Drain.class).hurry();
			System.exit(0);
		}
		catch (RuntimeException ex) {
			ex.printStackTrace(answers);
			loop.say(CommandLoop.FAILED + root(ex).getMessage());
			System.exit(1);
		}
	}

	private static Throwable root(Throwable failure) {
		Throwable cause = failure.getCause();
		return cause == null ? failure : root(cause);
	}

	private static String[] springArguments(String[] arguments) {
		Path home = Path.of(arguments[0]).toAbsolutePath();
		List<String> all = new ArrayList<>();
		all.add("--" + HomeEnvironment.HOME + "=" + home);
		// Nothing else: by itself Spring Boot also reads what lies in the folder we are
		// started from.
		all.add("--spring.config.location=classpath:/application.yaml," + home.resolve("application.yaml").toUri());
		for (int i = 1; i < arguments.length; i++) {
			all.add("--" + arguments[i]);
		}
		return all.toArray(String[]::new);
	}

	private static String answer(Preloader preloader, String command) throws Exception {
		String[] words = command.split(" ");
		return switch (words[0]) {
			case "preload" -> {
				preloader.load(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
				yield "done";
			}
			case "heap" -> Long.toString(heap());
			default -> throw new IllegalArgumentException("no command is called " + words[0]);
		};
	}

	private static long heap() {
		// Once leaves what only the second finds unreachable.
		for (int i = 0; i < 3; i++) {
			System.gc();
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	/** A misspelt setting must not pass for a measured one. */
	private static final class Check implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

		@Override
		public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
			List<ConfigurationFault> faults = ConfigurationCheck.of(event.getEnvironment()).faults();
			if (!faults.isEmpty()) {
				throw new IllegalArgumentException(
						String.join("; ", faults.stream().map(ConfigurationFault::line).toList()));
			}
		}

	}

}
