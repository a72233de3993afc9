package org.campanile.perf.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.unboundid.util.Base32;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

import org.campanile.perf.process.CommandLoop;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.Enrollable;
import org.campanile.authn.Enrollable.EnrolmentVerdict;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.LoginOrigin;
import org.campanile.factor.passkey.PasskeyMethod;
import org.campanile.factor.pin.Pins;
import org.campanile.perf.load.Passkeys;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Validations;
import org.campanile.protocol.Handle;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.IdpApplication;
import org.campanile.web.command.VirtualThreadParallelism;
import org.campanile.web.config.ConfigurationCheck;
import org.campanile.web.config.HomeEnvironment;
import org.campanile.web.lifecycle.Drain;

/**
 * Runs the server as {@code campanile run} does, in a process that obeys a
 * {@link CommandLoop}. {@code preload FIRST COUNT} stores sessions of people with these
 * numbers; {@code enrol app COUNT}, {@code enrol passkey COUNT} and
 * {@code enrol pin COUNT} give the first people an authenticator app, a passkey or a PIN;
 * {@code heap} collects garbage and reports the bytes in use. The arguments are the home
 * folder and settings, {@code key=value}.
 */
public final class NodeMain {

	private NodeMain() {
	}

	public static void main(String[] arguments) throws IOException {
		VirtualThreadParallelism.provide();
		InputStream commands = System.in;
		PrintStream answers = System.err;
		SpringApplication application = new SpringApplication(IdpApplication.class);
		application.addListeners(new HomeEnvironment(), new Check());
		CommandLoop loop = new CommandLoop(commands, answers);
		try {
			ConfigurableApplicationContext context = application.run(springArguments(arguments));
			Preloader preloader = new Preloader(context);
			loop.run("ready", command -> answer(context, preloader, command));
			context.getBean(Drain.class).hurry();
			System.exit(0);
		}
		catch (RuntimeException ex) {
			ex.printStackTrace(answers);
			loop.say(CommandLoop.FAILED + CommandLoop.root(ex).getMessage());
			System.exit(1);
		}
	}

	private static String[] springArguments(String[] arguments) {
		Path home = Path.of(arguments[0]).toAbsolutePath();
		List<String> all = new ArrayList<>();
		all.add("--" + HomeEnvironment.HOME + "=" + home);
		// Spring Boot would also read configuration in the working directory.
		all.add("--spring.config.location=classpath:/application.yaml," + home.resolve("application.yaml").toUri());
		for (int i = 1; i < arguments.length; i++) {
			all.add("--" + arguments[i]);
		}
		return all.toArray(String[]::new);
	}

	private static String answer(ConfigurableApplicationContext context, Preloader preloader, String command)
			throws Exception {
		String[] words = command.split(" ");
		return switch (words[0]) {
			case "preload" -> {
				preloader.load(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
				yield "done";
			}
			case "enrol" -> {
				enrol(context, RunningSystem.Enrolled.valueOf(words[1].toUpperCase(Locale.ROOT)),
						Integer.parseInt(words[2]));
				yield "done";
			}
			case "heap" -> Long.toString(heap());
			default -> throw new IllegalArgumentException("no command is called " + words[0]);
		};
	}

	/**
	 * Enrols people as the enrolment page would, with secrets and keys that the load
	 * generator knows.
	 */
	private static void enrol(ConfigurableApplicationContext context, RunningSystem.Enrolled what, int people)
			throws MethodUnavailableException {
		FactorKind kind = switch (what) {
			case APP -> new FactorKind("totp");
			case PASSKEY -> PasskeyMethod.KIND;
			case PIN -> FactorKind.PIN;
		};
		Enrollable method = context.getBeansOfType(Enrollable.class)
			.values()
			.stream()
			.filter(one -> one.kind().equals(kind))
			.findFirst()
			.orElseThrow();
		URI page = URI.create(context.getEnvironment().getRequiredProperty("campanile.base-url"));
		Population all = new Population(people);
		for (int user = 0; user < people; user++) {
			String name = all.username(user);
			AuthenticatedUser signedIn = new AuthenticatedUser(name, name, Optional.empty(),
					List.of(new Factor(FactorKind.PASSWORD, Instant.now())), Optional.empty());
			AuthenticationMethod.Submission submission = switch (what) {
				case APP -> app(user, name);
				case PASSKEY -> passkey(user, name, page);
				case PIN -> pin(user, name);
			};
			if (!(method.enrol(signedIn, submission) instanceof EnrolmentVerdict.Enrolled)) {
				throw new IllegalStateException("what " + name + " enrols was not accepted");
			}
		}
	}

	private static AuthenticationMethod.Submission pin(int user, String name) {
		String pin = Validations.pin(user);
		return new AuthenticationMethod.Submission(name, Map.of(Pins.NEW, pin, Pins.AGAIN, pin), Map.of(),
				new LoginOrigin("127.0.0.1"));
	}

	private static AuthenticationMethod.Submission app(int user, String name) {
		String code = Validations.code(user, Instant.now().getEpochSecond() / Validations.STEP_SECONDS);
		String secret = Base32.encode(Validations.secret(user)).replace("=", "");
		return new AuthenticationMethod.Submission(name, Map.of("code", code), Map.of("id", "perf", "secret", secret,
				"algorithm", "SHA1", "digits", "6", "period", Integer.toString(Validations.STEP_SECONDS)),
				new LoginOrigin("127.0.0.1"));
	}

	private static AuthenticationMethod.Submission passkey(int user, String name, URI page) {
		String challenge = Passkeys.enrolmentChallenge(user);
		String answer = Passkeys.registration(user, challenge, page.getHost(),
				page.getScheme() + "://" + page.getRawAuthority());
		return new AuthenticationMethod.Submission(name,
				Map.of(PasskeyMethod.ANSWER, answer, PasskeyMethod.NAME, "perf"),
				Map.of("challenge", challenge, "handle", Passkeys.handle(user)), new LoginOrigin("127.0.0.1"));
	}

	private static long heap() {
		// One collection leaves objects that only a second one finds unreachable.
		for (int i = 0; i < 3; i++) {
			System.gc();
		}
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

	/** Refuses unknown settings, as a misspelt one must not pass for a measured one. */
	private static final class Check implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

		@Override
		public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
			List<String> faults = ConfigurationCheck.of(event.getEnvironment()).faults();
			if (!faults.isEmpty()) {
				throw new IllegalArgumentException(String.join("; ", faults));
			}
		}

	}

	/**
	 * Stores sessions of people who never come back, each as a login would store it:
	 * sealed, with twelve attributes and two services. Runs inside the server.
	 */
	static final class Preloader {

		private static final int THREADS = 8;

		private static final List<String> SERVICES = List.of("https://moodle.example.edu/shibboleth",
				"https://wiki.example.edu/shibboleth");

		private final Sessions sessions;

		private final InstantSource clock = Clock.systemUTC();

		Preloader(ConfigurableApplicationContext context) {
			this.sessions = context.getBean(Sessions.class);
		}

		/** Stores sessions of {@code count} people, from number {@code first} on. */
		void load(int first, int count) throws ExecutionException, InterruptedException {
			try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
				List<Future<Boolean>> parts = new ArrayList<>();
				for (int part = 0; part < THREADS; part++) {
					int start = first + part;
					parts.add(executor.submit(() -> {
						for (int user = start; user < first + count; user += THREADS) {
							store("absent-" + user);
						}
						return true;
					}));
				}
				for (Future<Boolean> part : parts) {
					part.get();
				}
			}
		}

		private void store(String principal) throws StoreUnavailableException {
			AuthenticatedUser user = new AuthenticatedUser(principal, principal, Optional.empty(),
					List.of(new Factor(FactorKind.PASSWORD, clock.instant())), Optional.empty());
			Map<String, List<AttributeValue>> attributes = new HashMap<>();
			for (String attribute : Campus.RELEASED) {
				attributes.put(attribute, List.of(new AttributeValue.Text(principal + "@" + Campus.SCOPE)));
			}
			SsoSession session = sessions.begin(user, new ResolvedAttributes(attributes), Optional.empty()).session();
			for (String service : SERVICES) {
				session = Sessions.withService(session, new ServiceSignOn(RelyingParty.PROTOCOL, service,
						new Handle("_" + "0123456789abcdef".repeat(4), NameId.TRANSIENT), clock.instant()));
			}
			sessions.store(session);
		}

	}

}
