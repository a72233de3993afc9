package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.PeerEnvironment;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.Target;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.peer.MavenCache.Artifact;
import org.campanile.perf.process.HttpAnswers;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.seal.RandomValues;
import org.campanile.testkit.process.ChildProcess;

/**
 * Apereo CAS on the Java that runs the measurement. As in its default settings, it uses
 * LDAP by search and bind, and keeps tickets in a Hazelcast member of its own.
 *
 * @param cache the cache of its artifacts
 * @param heap options for its virtual machine, such as {@code -Xmx1g}
 */
record CasPeer(MavenCache cache, String heap) implements Peer {

	static final String VERSION = "6.6.12";

	private static final String GROUP = "org.apereo.cas";

	private static final Artifact SERVER = new Artifact(GROUP, "cas-server-webapp-tomcat", VERSION, "war");

	/**
	 * Modules that are added to the server. Maven Central has no newer LDAP module of
	 * this line; the rest of LDAP is in the server.
	 */
	private static final List<Artifact> MODULES = List.of(
			new Artifact(GROUP, "cas-server-support-ldap", "6.6.2", "jar"),
			new Artifact(GROUP, "cas-server-support-hazelcast", VERSION, "jar"),
			new Artifact(GROUP, "cas-server-support-hazelcast-core", VERSION, "jar"),
			new Artifact(GROUP, "cas-server-support-hazelcast-ticket-registry", VERSION, "jar"),
			new Artifact("com.hazelcast", "hazelcast", "5.1.3", "jar"),
			new Artifact("com.hazelcast", "hazelcast-sql", "5.1.3", "jar"));

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	/** JVM options: those Hazelcast requires, and its binding to loopback. */
	private static final List<String> OPTIONS = List.of("--add-modules", "java.se", "--add-exports",
			"java.base/jdk.internal.ref=ALL-UNNAMED", "--add-opens", "java.base/java.lang=ALL-UNNAMED", "--add-opens",
			"java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens", "java.management/sun.management=ALL-UNNAMED",
			"--add-opens", "jdk.management/com.sun.management.internal=ALL-UNNAMED",
			"--enable-native-access=ALL-UNNAMED", "-Djava.awt.headless=true", "-Dhazelcast.socket.bind.any=false",
			"-Dhazelcast.phone.home.enabled=false");

	@Override
	public String name() {
		return "cas";
	}

	@Override
	public Protocol protocol() {
		return Protocol.CAS;
	}

	@Override
	public List<String> missing() {
		return cache.missing("Apereo CAS", artifacts());
	}

	@Override
	public void fetch(Consumer<String> progress) throws IOException, InterruptedException {
		cache.fetch(artifacts(), progress);
	}

	private static List<Artifact> artifacts() {
		return Stream.concat(Stream.of(SERVER), MODULES.stream()).toList();
	}

	@Override
	public RunningSystem start(DirectorySpec directory, Path results) throws IOException {
		requirePresent();
		return PeerEnvironment.start(results, environment -> start(directory, environment));
	}

	private RunningSystem start(DirectorySpec spec, PeerEnvironment environment) throws IOException {
		Path work = environment.work();
		URI directory = PeerSystem.directory(spec, environment);
		cache.unpack(SERVER, work.resolve("war"));
		int port = environment.port();
		Path home = Files.createDirectories(work.resolve("home"));
		Files.writeString(home.resolve("cas.properties"),
				configuration(home, port, environment.port(), directory, new SecureRandom()));
		Files.writeString(home.resolve("log4j2.xml"), logging(home));
		Files.writeString(Files.createDirectories(home.resolve("services")).resolve("perf-1.json"), service());
		Path log = work.resolve("cas.log");
		ChildProcess server = environment.add(ChildProcess.kept(name(), "TERM", command(work, home), log));
		environment.measure(new MeasuredProcess(name(), ProcessRole.IDENTITY_PROVIDER, server.pid()));
		String root = "http://127.0.0.1:" + port + "/cas";
		HttpAnswers.await("Apereo CAS", URI.create(root + "/login"), server::isAlive, PATIENCE, log);
		environment.setting("Apereo CAS version", VERSION);
		environment.setting("virtual machine",
				System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + " " + heap);
		environment.setting("tickets", "in a Hazelcast member in the server, not encrypted");
		environment.setting("audit", "to a file, as shipped");
		URI address = URI.create(root);
		return new PeerSystem(
				new Target(name(), address, Target.Kind.UNSOLICITED, TargetPreset.CAS.form(), address, work, work)
					.byTickets(root),
				environment);
	}

	/**
	 * Returns the settings: the defaults except for addresses, plain HTTP on loopback,
	 * and keys that CAS would otherwise generate.
	 */
	private static String configuration(Path home, int port, int memberPort, URI directory, SecureRandom random) {
		String attributes = Arrays.stream(PeerSystem.ReleasedAttribute.values())
			.map(PeerSystem.ReleasedAttribute::ldapName)
			.collect(Collectors.joining(","));
		return """
				server.port=%1$d
				server.address=127.0.0.1
				server.ssl.enabled=false
				server.servlet.context-path=/cas
				server.tomcat.basedir=%2$s/tomcat
				server.tomcat.accesslog.enabled=false
				logging.config=file:%2$s/log4j2.xml
				cas.server.name=http://127.0.0.1:%1$d
				cas.server.prefix=${cas.server.name}/cas
				cas.host.name=perf
				cas.tgc.secure=false
				cas.tgc.crypto.signing.key=%3$s
				cas.tgc.crypto.encryption.key=%4$s
				cas.webflow.crypto.signing.key=%5$s
				cas.webflow.crypto.encryption.key=%6$s
				cas.authn.accept.enabled=false
				cas.authn.ldap[0].type=AUTHENTICATED
				cas.authn.ldap[0].ldap-url=%7$s
				cas.authn.ldap[0].base-dn=%8$s
				cas.authn.ldap[0].search-filter=(uid={user})
				cas.authn.ldap[0].bind-dn=%9$s
				cas.authn.ldap[0].bind-credential=%10$s
				cas.authn.ldap[0].principal-attribute-id=uid
				cas.authn.ldap[0].principal-attribute-list=%11$s
				cas.service-registry.core.init-from-json=true
				cas.service-registry.json.location=file:%2$s/services
				cas.ticket.registry.hazelcast.cluster.core.instance-name=127.0.0.1
				cas.ticket.registry.hazelcast.cluster.network.members=127.0.0.1
				cas.ticket.registry.hazelcast.cluster.network.local-address=127.0.0.1
				cas.ticket.registry.hazelcast.cluster.network.network-interfaces=127.0.0.1
				cas.ticket.registry.hazelcast.cluster.network.port=%12$d
				cas.ticket.registry.hazelcast.cluster.network.port-auto-increment=false
				cas.ticket.registry.hazelcast.cluster.network.tcpip-enabled=true
				cas.ticket.registry.hazelcast.crypto.enabled=false
				""".formatted(port, home, RandomValues.token(64, random), RandomValues.token(32, random),
				RandomValues.token(64, random), RandomValues.token(16, random), directory, Campus.BASE_DN,
				Campus.SERVICE_DN, Campus.SERVICE_PASSWORD, attributes, memberPort);
	}

	/** Returns the service's definition; it never listens, so no logout is sent. */
	private static String service() {
		return """
				{
				  "@class": "org.apereo.cas.services.CasRegisteredService",
				  "serviceId": "^https://sp\\\\.perf\\\\.example\\\\.edu/.*",
				  "name": "perf",
				  "id": 1,
				  "logoutType": "NONE",
				  "attributeReleasePolicy": { "@class": "org.apereo.cas.services.ReturnAllAttributeReleasePolicy" }
				}
				""";
	}

	/** Returns logging as shipped, but audit only to a file and no lines at startup. */
	private static String logging(Path home) {
		return """
				<Configuration packages="org.apereo.cas.logging">
				  <Appenders>
				    <Console name="console"><PatternLayout pattern="%%d %%p [%%c] - %%m%%n"/></Console>
				    <RollingFile name="file" fileName="%1$s/audit.log" filePattern="%1$s/audit-%%i.log" immediateFlush="false">
				      <PatternLayout pattern="%%d %%p [%%c] - %%m%%n"/>
				      <SizeBasedTriggeringPolicy size="100 MB"/>
				      <DefaultRolloverStrategy max="2"/>
				    </RollingFile>
				    <CasAppender name="log"><AppenderRef ref="console"/></CasAppender>
				    <CasAppender name="audit"><AppenderRef ref="file"/></CasAppender>
				  </Appenders>
				  <Loggers>
				    <Logger name="org.apereo.inspektr.audit.support" additivity="false" level="info">
				      <AppenderRef ref="audit"/>
				    </Logger>
				    <Logger name="org.apache" level="error"/>
				    <Root level="warn"><AppenderRef ref="log"/></Root>
				  </Loggers>
				</Configuration>
				"""
			.formatted(home);
	}

	private List<String> command(Path work, Path home) throws IOException {
		List<String> words = new ArrayList<>();
		words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		words.add(heap);
		words.addAll(OPTIONS);
		words.add("-Djava.io.tmpdir=" + Files.createDirectories(work.resolve("tmp")));
		words.add("-Dlog4j2.configurationFile=file:" + home.resolve("log4j2.xml"));
		words.add("-Dcas.standalone.configuration-directory=" + home);
		words.add("-cp");
		words.add(Stream
			.concat(MODULES.stream().map(cache::file),
					Stream.of(work.resolve("war/WEB-INF/classes"), work.resolve("war/WEB-INF/lib/*")))
			.map(Path::toString)
			.collect(Collectors.joining(":")));
		words.add("org.apereo.cas.web.CasWebApplication");
		return words;
	}

}
