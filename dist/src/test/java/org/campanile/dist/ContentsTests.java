package org.campanile.dist;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.testkit.servers.ExecutableJar;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The list of what is shipped (CycloneDX) against the jar, and its licenses, which are
 * those of the libraries' own POMs, against NOTICE.
 */
class ContentsTests {

	/** What POMs call the licenses that head the sections of NOTICE. */
	private static final Map<String, Set<String>> SECTIONS = Map.of("Apache License 2.0", Set.of("Apache-2.0"), "MIT",
			Set.of("MIT", "Bouncy Castle Licence"), "BSD, three clauses", Set.of("BSD-3-Clause", "Go License"),
			"BSD, two clauses", Set.of("BSD-2-Clause"),
			"Eclipse Public License 2.0, https://www.eclipse.org/legal/epl-2.0", Set.of("EPL-2.0"));

	/**
	 * Starters are empty; the loader's classes and the server's own are the jar's.
	 */
	private static final Pattern IN_NO_JAR_OF_ITS_OWN = Pattern
		.compile("spring-boot-starter.*|spring-boot-loader|idp-web");

	@Test
	void whenALibraryIsInTheJarThenTheListHasItInThisVersionAndNoOther() throws IOException {
		List<String> listed = components().stream()
			.filter(component -> !IN_NO_JAR_OF_ITS_OWN.matcher(component.name()).matches())
			.map(Component::file)
			.toList();
		assertThat(libraries()).isNotEmpty().containsExactlyInAnyOrderElementsOf(listed);
	}

	@Test
	void whenALibraryIsShippedThenItsPomHasTheLicenseUnderWhichNoticeNamesIt() throws IOException {
		List<Named> notice = notice();
		List<String> faults = new ArrayList<>();
		for (Component component : components()) {
			if (component.group().equals("org.campanile")) {
				continue;
			}
			List<Named> named = notice.stream().filter(name -> name.matches(component.name())).toList();
			if (named.size() != 1) {
				faults.add(component.name() + " stands " + named.size() + " times in NOTICE");
			}
			else if (named.getFirst().licenses().stream().noneMatch(component.licenses()::contains)) {
				faults.add(component.name() + " is under " + component.licenses() + ", and NOTICE says "
						+ named.getFirst().licenses());
			}
		}
		assertThat(faults).isEmpty();
	}

	private static List<String> libraries() throws IOException {
		try (FileSystem jar = FileSystems.newFileSystem(ExecutableJar.in(Path.of("../idp-web/target")));
				Stream<Path> files = Files.list(jar.getPath("BOOT-INF/lib"))) {
			return files.map(file -> file.getFileName().toString()).toList();
		}
	}

	private static List<Component> components() throws IOException {
		try (Stream<Path> files = Files.list(Path.of("target/release"))) {
			Path list = files.filter(file -> file.toString().endsWith(".cdx.json"))
				.findFirst()
				.orElseThrow(() -> new AssertionError("no list in target/release; Maven makes it only without -o"));
			return elements(new JsonMapper().readTree(Files.readString(list)).get("components")).map(Component::of)
				.toList();
		}
	}

	private static Stream<JsonNode> elements(JsonNode array) {
		return StreamSupport.stream(array.spliterator(), false);
	}

	/**
	 * Sections begin at the margin, their names are indented by two, what they are
	 * further.
	 */
	private static List<Named> notice() throws IOException {
		List<Named> names = new ArrayList<>();
		Set<String> licenses = Set.of();
		for (String line : Files.readAllLines(Path.of("../NOTICE"))) {
			if (line.startsWith("Inside those libraries")) {
				break;
			}
			if (SECTIONS.containsKey(line)) {
				licenses = SECTIONS.get(line);
			}
			else if (line.matches("  \\S.*")) {
				for (String name : line.strip().split(", ")) {
					names.add(new Named(name, licenses));
				}
			}
		}
		return names;
	}

	/** A name of NOTICE, in which a star stands for any ending. */
	private record Named(String name, Set<String> licenses) {

		boolean matches(String artifact) {
			return artifact
				.matches(Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
		}

	}

	private record Component(String group, String name, String file, List<String> licenses) {

		static Component of(JsonNode node) {
			String purl = node.get("purl").asString();
			String classifier = purl.contains("classifier=") ? "-" + purl.replaceAll(".*classifier=([^&]*).*", "$1")
					: "";
			String name = node.get("name").asString();
			return new Component(node.get("group").asString(), name,
					name + "-" + node.get("version").asString() + classifier + ".jar",
					elements(node.get("licenses")).map(choice -> choice.get("license"))
						.map(license -> license.has("id") ? license.get("id").asString()
								: license.get("name").asString())
						.toList());
		}

	}

}
