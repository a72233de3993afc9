package org.campanile.testkit.architecture;

import java.util.List;

/**
 * A rule that restricts imports. A pattern is a package, including its subpackages.
 *
 * @param name the rule's name in reports of violations
 * @param in the packages that are checked
 * @param except the packages among them that may import the targets
 * @param targets the packages that the others may not import
 */
record ImportRule(String name, List<String> in, List<String> except, List<String> targets) {

	private static final List<String> ALL = List.of("org.campanile");

	private static final List<String> DATABASE = List.of("org.campanile.storage.jpa", "org.campanile.attribute.sql",
			"org.campanile.perf.environment");

	static final List<ImportRule> RULES = List.of(
			// Modules
			new ImportRule("core-without-web", ALL,
					List.of("org.campanile.web", "org.campanile.storage", "org.campanile.perf", "org.campanile.testkit",
							"org.campanile.demo", "org.campanile.dist"),
					List.of("org.campanile.web", "org.campanile.storage", "jakarta.servlet", "javax.servlet",
							"org.springframework")),
			new ImportRule("config-without-features", List.of("org.campanile.web.config"), List.of(),
					List.of("org.campanile.web")),
			// The exceptions are settings of LDAP in attribute, overload, explain and
			// validation, addresses in factor.external, and commands.
			new ImportRule("neutral-web", List.of("org.campanile.web"),
					List.of("org.campanile.web.saml", "org.campanile.web.directory", "org.campanile.web.attribute",
							"org.campanile.web.overload", "org.campanile.web.explain", "org.campanile.web.command",
							"org.campanile.web.validation", "org.campanile.web.factor.external"),
					List.of("org.campanile.web.saml", "org.campanile.web.directory")),
			new ImportRule("product-without-kits", ALL,
					List.of("org.campanile.testkit", "org.campanile.demo", "org.campanile.perf"),
					List.of("org.campanile.testkit", "org.campanile.demo", "org.campanile.perf")),
			new ImportRule("store-unnamed", ALL, List.of("org.campanile.storage", "org.campanile.perf"),
					List.of("org.campanile.storage")),
			// Libraries
			new ImportRule("opensaml", ALL, List.of("org.campanile.saml.opensaml"),
					List.of("org.opensaml", "net.shibboleth")),
			new ImportRule("unboundid", ALL,
					List.of("org.campanile.directory", "org.campanile.testkit", "org.campanile.perf.environment"),
					List.of("com.unboundid")),
			new ImportRule("xml", ALL, List.of("org.campanile.saml", "org.campanile.cas", "org.campanile.testkit"),
					List.of("javax.xml", "org.w3c", "org.xml", "org.codehaus.stax2")),
			new ImportRule("jdbc", ALL, DATABASE, List.of("java.sql", "javax.sql", "com.zaxxer", "org.postgresql")),
			new ImportRule("jpa", ALL, List.of("org.campanile.storage.jpa"),
					List.of("jakarta.persistence", "org.hibernate", "org.flywaydb", "org.springframework.orm",
							"org.springframework.transaction")),
			new ImportRule("hazelcast", ALL, List.of("org.campanile.storage.hazelcast"), List.of("com.hazelcast")),
			new ImportRule("resilience4j", ALL,
					List.of("org.campanile.directory", "org.campanile.store.resilience", "org.campanile.attribute",
							"org.campanile.authn.resolver", "org.campanile.factor.external", "org.campanile.factor.pin",
							"org.campanile.guard", "org.campanile.web.validation"),
					List.of("io.github.resilience4j")),
			new ImportRule("webauthn", ALL, List.of("org.campanile.factor.passkey"), List.of("com.webauthn4j")),
			new ImportRule("jfr", ALL,
					List.of("org.campanile.jfr", "org.campanile.web.management", "org.campanile.perf"),
					List.of("jdk.jfr")),
			new ImportRule("bouncycastle", ALL, List.of("org.campanile.saml.crypto", "org.campanile.testkit"),
					List.of("org.bouncycastle")));

	boolean forbids(String from, String to) {
		return !from.equals(to) && within(this.in, from) && !within(this.except, from) && within(this.targets, to);
	}

	private static boolean within(List<String> packages, String name) {
		return packages.stream().anyMatch((each) -> name.equals(each) || name.startsWith(each + "."));
	}

}
