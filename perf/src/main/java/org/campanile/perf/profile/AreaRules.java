package org.campanile.perf.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jdk.jfr.consumer.RecordedFrame;
import org.campanile.perf.environment.ThreadTimes;
import org.campanile.perf.profile.Samples.Sample;
import org.campanile.perf.result.ProfileResult.Area;

/**
 * Classifies stacks by the innermost frame whose package has a rule, so that arithmetic
 * below a signature counts as signing and TLS below LDAP as LDAP. If several rules match
 * a frame, the longest one applies. Caches its results; used by one thread.
 */
final class AreaRules {

	/** The area of a stack with nothing but the JDK on it. */
	static final String OTHER = "JDK, by itself";

	/** The area of a sample without a stack. */
	static final String UNKNOWN = "unknown stack";

	private static final List<Rule> RULES = List.of(
			rule("signing", "org.campanile.saml.assertion.ElementSigner",
					"org.campanile.saml.crypto.CryptoProvider.sign", "org.campanile.seal.Sha256.of",
					"org.apache.xml.security.signature", "org.keycloak.crypto"),
			rule("encryption", "org.campanile.saml.assertion.AssertionEncrypter",
					"org.campanile.saml.crypto.CryptoProvider.encrypt", "org.campanile.saml.crypto.CryptoProvider.wrap",
					"org.apache.xml.security.encryption"),
			rule("writing XML", "org.campanile.saml.assertion", "org.campanile.saml.xml"),
			rule("reading SAML", "org.campanile.saml", "org.opensaml", "net.shibboleth.utilities",
					"org.apache.xml.security", "org.keycloak.saml"),
			rule("LDAP", "org.campanile.directory", "com.unboundid", "com.sun.jndi", "org.ldaptive"),
			rule("attributes and release", "org.campanile.attribute", "org.campanile.release"),
			rule("sessions and sealing", "org.campanile.session", "org.campanile.seal", "org.campanile.onetime",
					"org.campanile.identifier", "org.campanile.consent"),
			rule("store", "org.campanile.store", "org.campanile.storage", "io.github.resilience4j"),
			rule("Hazelcast", "com.hazelcast"), rule("Infinispan", "org.infinispan", "org.jgroups"),
			rule("JDBC", "org.postgresql", "com.zaxxer", "org.hibernate", "org.springframework.orm",
					"org.springframework.jdbc", "org.springframework.transaction", "org.springframework.data",
					"io.agroal", "org.h2"),
			rule("templates", "org.thymeleaf", "org.attoparser", "org.unbescape", "org.campanile.web.page",
					"freemarker", "ognl", "org.springframework.expression"),
			rule("Spring Security", "org.springframework.security"), rule("Spring MVC", "org.springframework"),
			rule("HTTP and TLS", "org.apache.tomcat", "org.apache.coyote", "org.apache.catalina", "io.netty",
					"io.vertx", "io.undertow", "org.eclipse.jetty", "org.jboss.resteasy", "io.quarkus.vertx"),
			rule("logging", "ch.qos.logback", "org.slf4j", "org.campanile.audit", "org.campanile.web.audit",
					"org.jboss.logmanager", "org.apache.logging"),
			rule("metrics", "io.micrometer", "io.prometheus"), rule("Campanile, elsewhere", "org.campanile"),
			rule("Keycloak, elsewhere", "org.keycloak", "io.quarkus"), rule("CAS, elsewhere", "org.apereo"));

	private final List<Prefix> prefixes = RULES.stream()
		.flatMap(rule -> rule.prefixes().stream().map(prefix -> new Prefix(prefix, rule.area())))
		.sorted(Comparator.comparingInt((Prefix prefix) -> prefix.text().length()).reversed())
		.toList();

	private final Map<String, Optional<String>> known = new HashMap<>();

	private record Rule(String area, List<String> prefixes) {
	}

	private record Prefix(String text, String area) {
	}

	private static Rule rule(String area, String... prefixes) {
		return new Rule(area, List.of(prefixes));
	}

	String areaOf(List<RecordedFrame> frames) {
		return frames.isEmpty() ? UNKNOWN : areaOfMethods(frames.stream().map(Samples::method).toList());
	}

	/** Finds the area as {@link #areaOf} does, by method names, innermost first. */
	String areaOfMethods(List<String> methods) {
		return methods.stream()
			.map(method -> known.computeIfAbsent(method, this::match))
			.flatMap(Optional::stream)
			.findFirst()
			.orElse(OTHER);
	}

	private Optional<String> match(String method) {
		return prefixes.stream().filter(prefix -> method.startsWith(prefix.text())).map(Prefix::area).findFirst();
	}

	/** Returns the shares of processor time, the JVM's own threads included. */
	static List<Area> shares(Samples samples, ThreadTimes times) {
		AreaRules rules = new AreaRules();
		Map<String, Double> shares = new HashMap<>();
		double each = times.javaShare() / Math.max(1, samples.weight());
		for (Sample sample : samples.all()) {
			shares.merge(rules.areaOf(sample.frames()), sample.weight() * each, Double::sum);
		}
		if (times.process() > 0) {
			times.own().forEach((work, seconds) -> shares.merge(work, seconds / times.process(), Double::sum));
		}
		return shares.entrySet()
			.stream()
			.filter(entry -> entry.getValue() > 0)
			.map(entry -> new Area(entry.getKey(), entry.getValue()))
			.sorted(Comparator.comparingDouble(Area::share).reversed().thenComparing(Area::name))
			.toList();
	}

}
