package org.campanile.perf;

import java.io.BufferedWriter;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.RSAPublicKeySpec;
import java.time.Clock;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.saml.metadata.MetadataSettings;

/**
 * Measures what thousands of service providers cost: time to load, heap held, time to
 * look one up, cold and warm. Arguments: how many (10,000), and a file to write the
 * generated metadata to and keep (none).
 */
public final class MetadataMeasurement {

	private static final int WARM_LOOKUPS = 5_000_000;

	private MetadataMeasurement() {
	}

	public static void main(String[] arguments) throws Exception {
		int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
		Path folder = Files.createTempDirectory("campanile-metadata");
		try {
			HomeFolder home = new HomeFolder(folder);
			Files.createDirectories(home.metadata());
			Path file = home.metadata().resolve("federation.xml");
			generate(file, count);
			if (arguments.length > 1) {
				Files.copy(file, Path.of(arguments[1]));
			}
			measure(home, file, count);
		}
		finally {
			try (var paths = Files.walk(folder)) {
				for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
					Files.delete(path);
				}
			}
		}
	}

	private static void measure(HomeFolder home, Path file, int count) throws IOException {
		long before = heap();
		long start = System.nanoTime();
		try (MetadataRelyingPartyRegistry registry = new MetadataRelyingPartyRegistry(home, MetadataSettings.DEFAULTS,
				List.of(), List.of(), Clock.systemUTC(), new SimpleMeterRegistry())) {
			long loaded = System.nanoTime();
			long index = heap();
			print("services %,d, file %.1f MB%n", registry.size(), Files.size(file) / 1e6);
			print("load %.0f ms, heap %.2f MB%n", (loaded - start) / 1e6, (index - before) / 1e6);
			start = System.nanoTime();
			registry.find(id(0));
			print("first look-up of all (starts OpenSAML) %.0f ms%n", (System.nanoTime() - start) / 1e6);
			Random random = new Random(1);
			lookUpOften(registry, random, count, 20_000, "cold look-up, while the JVM warms up");
			lookUpOften(registry, random, count, 20_000, "cold look-up");
			print("heap with %,d services cached %.2f MB%n", MetadataSettings.DEFAULTS.cachedServices(),
					(heap() - before) / 1e6);
			for (int round = 0; round < 3; round++) {
				lookUpAgain(registry);
			}
			Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(0));
			start = System.nanoTime();
			registry.poll();
			print("poll after a touch %.1f ms%n", (System.nanoTime() - start) / 1e6);
			for (int i = 0; i < 5; i++) {
				registry.poll();
			}
			start = System.nanoTime();
			registry.poll();
			print("poll without change %.3f ms%n", (System.nanoTime() - start) / 1e6);
			Files.writeString(file, Files.readString(file) + "\n");
			start = System.nanoTime();
			registry.poll();
			print("reload %.0f ms%n", (System.nanoTime() - start) / 1e6);
		}
	}

	/** All over the services, so that nearly all are read from the file. */
	private static void lookUpOften(MetadataRelyingPartyRegistry registry, Random random, int count, int lookUps,
			String what) {
		long[] times = new long[lookUps];
		for (int i = 0; i < lookUps; i++) {
			String id = id(random.nextInt(count));
			long start = System.nanoTime();
			lookUp(registry, id);
			times[i] = System.nanoTime() - start;
		}
		java.util.Arrays.sort(times);
		print("%s: median %.0f µs, p99 %.0f µs%n", what, times[lookUps / 2] / 1e3, times[lookUps * 99 / 100] / 1e3);
	}

	private static void lookUpAgain(MetadataRelyingPartyRegistry registry) {
		String[] ids = new String[100];
		for (int i = 0; i < ids.length; i++) {
			ids[i] = id(i);
			lookUp(registry, ids[i]);
		}
		long start = System.nanoTime();
		for (int i = 0; i < WARM_LOOKUPS; i++) {
			lookUp(registry, ids[i % ids.length]);
		}
		print("warm look-up: mean %.0f ns%n", (double) (System.nanoTime() - start) / WARM_LOOKUPS);
	}

	private static void lookUp(MetadataRelyingPartyRegistry registry, String id) {
		if (registry.find(id).isEmpty()) {
			throw new IllegalStateException(id + " was not found");
		}
	}

	private static long heap() {
		for (int i = 0; i < 4; i++) {
			System.gc();
		}
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
	}

	private static String id(int number) {
		return "https://sp" + number + ".example.org/shibboleth";
	}

	/**
	 * Writes the same aggregate every time: services as federations publish them, two
	 * keys, four endpoints, names in two languages, some 7 KB each.
	 */
	private static void generate(Path file, int count)
			throws IOException, NoSuchAlgorithmException, InvalidKeySpecException {
		Random random = new Random(42);
		try (BufferedWriter xml = Files.newBufferedWriter(file)) {
			xml.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<md:EntitiesDescriptor"
					+ " xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\" xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\""
					+ " xmlns:mdui=\"urn:oasis:names:tc:SAML:metadata:ui\""
					+ " xmlns:mdattr=\"urn:oasis:names:tc:SAML:metadata:attribute\""
					+ " xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" validUntil=\"2099-01-01T00:00:00Z\">\n");
			for (int i = 0; i < count; i++) {
				xml.write(entity(i, random));
			}
			xml.write("</md:EntitiesDescriptor>\n");
		}
	}

	private static String entity(int number, Random random) throws NoSuchAlgorithmException, InvalidKeySpecException {
		String host = "https://sp" + number + ".example.org";
		StringBuilder xml = new StringBuilder("<md:EntityDescriptor entityID=\"" + id(number) + "\">\n");
		xml.append("<md:Extensions><mdattr:EntityAttributes><saml:Attribute"
				+ " Name=\"http://macedir.org/entity-category\"><saml:AttributeValue>"
				+ "http://refeds.org/category/research-and-scholarship</saml:AttributeValue></saml:Attribute>"
				+ "</mdattr:EntityAttributes></md:Extensions>\n<md:SPSSODescriptor AuthnRequestsSigned=\"1\""
				+ " protocolSupportEnumeration=\"urn:oasis:names:tc:SAML:2.0:protocol\">\n<md:Extensions><mdui:UIInfo>");
		for (String language : List.of("en", "de")) {
			xml.append("<mdui:DisplayName xml:lang=\"" + language + "\">Dienst für Größe " + number
					+ "</mdui:DisplayName><mdui:Description xml:lang=\"" + language + "\">"
					+ "Ein Dienst, der etwas tut. ".repeat(20) + "</mdui:Description><mdui:InformationURL xml:lang=\""
					+ language + "\">" + host + "/" + language + "</mdui:InformationURL>");
		}
		xml.append("<mdui:Logo width=\"80\" height=\"60\">" + host
				+ "/logo.png</mdui:Logo></mdui:UIInfo></md:Extensions>\n");
		for (String use : List.of("signing", "encryption")) {
			xml.append("<md:KeyDescriptor use=\"" + use + "\"><ds:KeyInfo><dsig11:DEREncodedKeyValue"
					+ " xmlns:dsig11=\"http://www.w3.org/2009/xmldsig11#\">\n" + key(random)
					+ "\n</dsig11:DEREncodedKeyValue></ds:KeyInfo></md:KeyDescriptor>\n");
		}
		for (String binding : List.of("HTTP-POST", "HTTP-POST-SimpleSign", "HTTP-Artifact", "PAOS")) {
			xml.append("<md:AssertionConsumerService Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:" + binding
					+ "\" Location=\"" + host + "/Shibboleth.sso/SAML2/" + binding + "\" index=\"" + binding.length()
					+ "\"/>\n");
		}
		xml.append("<md:AttributeConsumingService index=\"1\"><md:ServiceName xml:lang=\"en\">Service " + number
				+ "</md:ServiceName>");
		for (int i = 1; i <= 12; i++) {
			xml.append("<md:RequestedAttribute Name=\"urn:oid:1.3.6.1.4.1.5923.1.1.1." + i
					+ "\" NameFormat=\"urn:oasis:names:tc:SAML:2.0:attrname-format:uri\" isRequired=\"true\"/>\n");
		}
		return xml.append("</md:AttributeConsumingService>\n</md:SPSSODescriptor>\n</md:EntityDescriptor>\n")
			.toString();
	}

	/** No private key belongs to it: an odd number of 2,048 bits serves. */
	private static String key(Random random) throws NoSuchAlgorithmException, InvalidKeySpecException {
		BigInteger modulus = new BigInteger(2047, random).setBit(2047).setBit(0);
		byte[] key = KeyFactory.getInstance("RSA")
			.generatePublic(new RSAPublicKeySpec(modulus, BigInteger.valueOf(65_537)))
			.getEncoded();
		return Base64.getMimeEncoder().encodeToString(key);
	}

	private static void print(String format, Object... values) {
		System.out.printf(format, values);
	}

}
