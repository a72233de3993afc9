package org.campanile.testkit.architecture;

import java.util.List;
import java.util.Optional;

/**
 * A package below {@code org.campanile} that is neither the neutral core nor one of the
 * modules around it: a protocol, or a kind of directory. Only itself and the package of
 * the same name below {@code org.campanile.web} may use it, so that another one can be
 * added without changes elsewhere.
 */
final class Extension {

	private static final String ROOT = "org.campanile.";

	private static final String WEB = ROOT + "web.";

	/** Packages that set up, measure or test extensions, and may use all of them. */
	private static final List<String> KITS = List.of("testkit", "demo", "dist", "perf");

	private static final List<String> MODULES = List.of("web", "storage", "testkit", "demo", "dist", "perf");

	private Extension() {
	}

	/** Whether a class of one package may not use another package. */
	static boolean forbids(String from, String to) {
		return named(to).filter((extension) -> !ownedBy(from, extension)).isPresent()
				&& !KITS.contains(first(from, ROOT));
	}

	private static Optional<String> named(String packageName) {
		return packageName.startsWith(ROOT) && !Vocabulary.covers(packageName)
				? Optional.of(first(packageName, ROOT)).filter((name) -> !MODULES.contains(name)) : Optional.empty();
	}

	private static boolean ownedBy(String packageName, String extension) {
		return first(packageName, packageName.startsWith(WEB) ? WEB : ROOT).equals(extension);
	}

	private static String first(String packageName, String prefix) {
		return packageName.startsWith(prefix) ? packageName.substring(prefix.length()).split("\\.")[0] : "";
	}

}
