package org.campanile.testkit.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.campanile.testkit.process.Ports;
import org.jspecify.annotations.Nullable;

/**
 * Debian's Apache with the Shibboleth service provider, as child processes on loopback.
 * It protects three services, each a virtual host and an application with its own
 * entityID and keys. Their hosts end in {@code .localhost}, which browsers resolve to
 * loopback and treat as sites different from the identity provider.
 */
public final class ShibbolethSp implements AutoCloseable {

	/** A protected service. */
	public enum Service {

		/** The service with a display name in its metadata. */
		LIBRARY,
		/** The service with minimal metadata. */
		LABORATORY,
		/** Signs its requests. */
		ARCHIVE;

		/** Returns the name of the service in the configuration files. */
		public String id() {
			return name().toLowerCase(Locale.ROOT);
		}

		public String entityId() {
			return "https://" + id() + ".example.edu/shibboleth";
		}

	}

	private final Path folder;

	private final Map<Service, Integer> ports;

	private final List<Process> processes = new ArrayList<>();

	private ShibbolethSp(Path folder, Map<Service, Integer> ports) {
		this.folder = folder;
		this.ports = ports;
	}

	/**
	 * Starts both and waits until every service publishes its metadata.
	 * @param folder an empty folder, with a path short enough for a socket
	 * @param idpEntityId the identity provider that the services trust
	 * @param idpMetadata the URL of its metadata
	 */
	public static ShibbolethSp start(Path folder, String idpEntityId, Path idpMetadata) {
		List<Integer> free = Ports.free(3);
		ShibbolethSp provider = new ShibbolethSp(folder,
				Map.of(Service.LIBRARY, free.get(0), Service.LABORATORY, free.get(1), Service.ARCHIVE, free.get(2)));
		try {
			provider.configure(idpEntityId, idpMetadata);
			// Apache reports faults of its configuration only in a check, not when
			// started.
			provider.run(Installed.SHIBBOLETH_DAEMON, "-t", "-c", folder.resolve("shibboleth2.xml").toString());
			provider.launch(Installed.SHIBBOLETH_DAEMON, "-F", "-f", "-c",
					folder.resolve("shibboleth2.xml").toString());
			provider.await(() -> Files.exists(folder.resolve("shibd.sock")), "the socket of shibd");
			provider.launch(Installed.APACHE, "-DFOREGROUND", "-f", folder.resolve("httpd.conf").toString());
			for (Service service : Service.values()) {
				provider.metadata(service);
			}
			return provider;
		}
		catch (IOException ex) {
			provider.close();
			throw new UncheckedIOException(ex);
		}
		catch (RuntimeException | Error ex) {
			provider.close();
			throw ex;
		}
	}

	/** A URL at a service. */
	public String url(Service service, String path) {
		return "http://" + service.id() + ".localhost:" + ports.get(service) + path;
	}

	/** The metadata that a service generates from its configuration. */
	public byte[] metadata(Service service) {
		URI address = URI.create("http://127.0.0.1:" + ports.get(service) + "/Shibboleth.sso/Metadata");
		try (HttpClient client = HttpClient.newHttpClient()) {
			for (int i = 0; i < 200; i++) {
				byte @Nullable [] metadata = fetch(client, address);
				if (metadata != null) {
					return metadata;
				}
				pause();
			}
		}
		throw new AssertionError("The service provider did not start:\n" + logs());
	}

	/** Returns the logs, for messages of failed tests. */
	public String logs() {
		StringBuilder text = new StringBuilder();
		for (String name : List.of("httpd.log", "native.log", "shibd.log", "output.log")) {
			Path file = folder.resolve(name);
			try {
				text.append("== ")
					.append(name)
					.append('\n')
					.append(Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "");
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return text.toString();
	}

	@Override
	public void close() {
		for (Process process : processes.reversed()) {
			process.destroy();
			try {
				if (!process.waitFor(10, TimeUnit.SECONDS)) {
					process.descendants().forEach(ProcessHandle::destroyForcibly);
					process.destroyForcibly().onExit().join();
				}
			}
			catch (InterruptedException ex) {
				process.destroyForcibly();
				Thread.currentThread().interrupt();
			}
		}
	}

	private void configure(String idpEntityId, Path idpMetadata) throws IOException {
		// Apache's workers run as another user, and must have access to the socket and
		// the script.
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		Files.setPosixFilePermissions(Files.createFile(folder.resolve("native.log")),
				PosixFilePermissions.fromString("rw-rw-rw-"));
		for (Service service : Service.values()) {
			makeKey(service);
		}
		for (String name : List.of("httpd.conf", "shibboleth2.xml", "attribute-map.xml", "shibd.logger",
				"native.logger", "show.sh")) {
			String text = template(name).replace("@folder@", folder.toString())
				.replace("@idp@", idpEntityId)
				.replace("@metadata@", idpMetadata.toString());
			for (Service service : Service.values()) {
				text = text.replace("@" + service.id() + ".port@", String.valueOf(ports.get(service)))
					.replace("@" + service.id() + "@", service.entityId());
			}
			Files.writeString(folder.resolve(name), text);
		}
		Files.setPosixFilePermissions(folder.resolve("show.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
	}

	private void makeKey(Service service) throws IOException {
		run(Installed.OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
				"/CN=" + service.id(), "-keyout", folder.resolve(service.id() + ".key").toString(), "-out",
				folder.resolve(service.id() + ".pem").toString());
	}

	private void run(Installed program, String... arguments) throws IOException {
		if (launch(program, arguments).onExit().join().exitValue() != 0) {
			throw new IOException(program + " failed: " + logs());
		}
	}

	private static String template(String name) throws IOException {
		try (InputStream in = ShibbolethSp.class.getResourceAsStream(name)) {
			if (in == null) {
				throw new IOException(name + " is not on the class path");
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	/**
	 * Launches a program in a process group of its own: a stopping Apache sends SIGTERM
	 * to its whole group, which would otherwise be that of the build.
	 */
	private Process launch(Installed program, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of(Installed.SETSID.path().toString(), program.path().toString()));
		command.addAll(List.of(arguments));
		Process process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("output.log").toFile()))
			.start();
		processes.add(process);
		return process;
	}

	/** Waits for a condition, ten seconds at most. */
	public void await(BooleanSupplier condition, String what) {
		for (int i = 0; i < 200; i++) {
			if (condition.getAsBoolean()) {
				return;
			}
			pause();
		}
		throw new AssertionError(what + " did not come:\n" + logs());
	}

	/** Waits a moment, or until the newest process has exited. */
	private void pause() {
		try {
			if (processes.getLast().waitFor(50, TimeUnit.MILLISECONDS)) {
				throw new AssertionError("The service provider ended:\n" + logs());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new AssertionError(ex);
		}
	}

	private static byte @Nullable [] fetch(HttpClient client, URI address) {
		try {
			HttpResponse<byte[]> response = client.send(HttpRequest.newBuilder(address).build(),
					BodyHandlers.ofByteArray());
			return response.statusCode() == 200 ? response.body() : null;
		}
		catch (IOException notYet) {
			return null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return null;
		}
	}

}
