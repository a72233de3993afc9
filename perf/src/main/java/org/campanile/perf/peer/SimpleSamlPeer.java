package org.campanile.perf.peer;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.Surroundings;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.result.ProcessRole;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.process.ChildProcess;
import org.campanile.testkit.process.Program;

/**
 * SimpleSAMLphp as Debian 12 packages it, under PHP-FPM with its compiled pages cached,
 * behind nginx, with sessions in files: PHP's own and SimpleSAMLphp's default.
 */
public record SimpleSamlPeer() implements Peer {

	private static final Path INSTALLED = Path.of("/usr/share/simplesamlphp");

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] { '\n' });

	@Override
	public String name() {
		return "simplesamlphp";
	}

	@Override
	public List<String> missing() {
		List<String> packages = new ArrayList<>();
		if (!Files.isReadable(INSTALLED.resolve("www/saml2/idp/SSOService.php"))) {
			packages.add("simplesamlphp");
		}
		for (Program program : List.of(PhpFpm.program(), Program.NGINX)) {
			if (program.path().isEmpty()) {
				packages.add(program.debianPackage());
			}
		}
		for (String extension : List.of("ldap", "xml", "mbstring", "curl")) {
			Path folder = Path.of("/etc/php", PhpFpm.program().debianPackage().replaceAll("php|-fpm", ""));
			if (!Files.exists(folder.resolve("mods-available/" + extension.replace("xml", "dom") + ".ini"))) {
				packages.add(PhpFpm.program().debianPackage().replace("fpm", extension));
			}
		}
		return packages.isEmpty() ? List.of() : List
			.of("SimpleSAMLphp needs packages that are not installed; apt install " + String.join(" ", packages));
	}

	/** Its packages are the system's matter. */
	@Override
	public void fetch(Consumer<String> progress) throws IOException {
		if (!missing().isEmpty()) {
			throw new IOException(missing().getFirst());
		}
	}

	@Override
	public RunningSystem start(DirectorySpec directory, Path results) throws IOException, InterruptedException {
		if (!missing().isEmpty()) {
			throw new IOException(missing().getFirst());
		}
		Surroundings surroundings = Surroundings.in(results);
		try {
			return start(directory, surroundings);
		}
		catch (IOException | InterruptedException | RuntimeException ex) {
			surroundings.close();
			throw ex;
		}
	}

	private RunningSystem start(DirectorySpec spec, Surroundings surroundings)
			throws IOException, InterruptedException {
		Path work = surroundings.work();
		PeopleDirectory directory = PeopleDirectory.start(spec, surroundings);
		VirtualServiceProvider service = surroundings.serviceProvider();
		int port = surroundings.port();
		int phpPort = surroundings.port();
		SecureRandom random = new SecureRandom();
		String address = "http://127.0.0.1:" + port + "/simplesaml";
		SimpleSamlConfiguration configuration = new SimpleSamlConfiguration(work, address + "/", directory,
				ServiceCertificate.forEncryption(service.metadata()), secret(random));
		configuration.write();
		writeKeys(configuration.certificates(), random);
		ChildProcess php = surroundings
			.add(PhpFpm.start(work, phpPort, Map.of("SIMPLESAMLPHP_CONFIG_DIR", work.toString())));
		surroundings.measure(new MeasuredProcess("php-fpm", ProcessRole.IDENTITY_PROVIDER, php.pid()));
		ChildProcess proxy = surroundings.add(PhpFpm.startProxy(work, port, phpPort, INSTALLED.resolve("www")));
		surroundings.measure(new MeasuredProcess("nginx", ProcessRole.PROXY, proxy.pid()));
		Path metadata = Files.writeString(work.resolve("metadata.xml"),
				Answering.await(proxy, URI.create(configuration.entityId()), PATIENCE, work.resolve("php-fpm.log")));
		Map<String, String> told = new LinkedHashMap<>(surroundings.settings());
		told.putAll(told());
		return new PeerSystem(TargetPreset.SIMPLESAMLPHP.target(address, metadata, service)
			.withUserAttribute(ReleasedAttribute.PRINCIPAL_NAME.samlName()), surroundings, told);
	}

	private static Map<String, String> told() throws IOException {
		Map<String, String> told = new LinkedHashMap<>();
		told.put("SimpleSAMLphp version", DebianPackage.version("simplesamlphp"));
		told.put("PHP version", DebianPackage.version(PhpFpm.program().debianPackage()));
		told.put("sessions", "in PHP's files");
		told.put("answers", "response signed (RSA-2048), assertion encrypted (AES-128-CBC, the only one it has)");
		return told;
	}

	private static String secret(SecureRandom random) {
		byte[] bytes = new byte[16];
		random.nextBytes(bytes);
		return HexFormat.of().formatHex(bytes);
	}

	private static void writeKeys(Path folder, SecureRandom random) throws IOException {
		ServiceProviderKeys keys = ServiceProviderKeys.generate("idp.perf.example.edu", Clock.systemUTC(), random);
		try {
			writePem(folder.resolve("idp.key"), "PRIVATE KEY", keys.privateKey().getEncoded());
			writePem(folder.resolve("idp.crt"), "CERTIFICATE", keys.certificate().getEncoded());
		}
		catch (CertificateEncodingException ex) {
			throw new IllegalStateException("a certificate just made cannot be encoded", ex);
		}
	}

	private static void writePem(Path file, String label, byte[] der) throws IOException {
		Files.writeString(file,
				"-----BEGIN " + label + "-----\n" + PEM.encodeToString(der) + "\n-----END " + label + "-----\n",
				StandardCharsets.US_ASCII);
	}

}
