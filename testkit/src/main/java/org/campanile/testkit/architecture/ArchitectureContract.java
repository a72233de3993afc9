package org.campanile.testkit.architecture;

import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules of structure, for the main classes of the module that contains the extending
 * test class: no package cycles, no protocol-specific words in the core, and which
 * package may import which.
 */
public abstract class ArchitectureContract {

	/** Creates the test. */
	protected ArchitectureContract() {
	}

	@Test
	void structureBreaksNoRule() throws URISyntaxException {
		JavaClasses classes = classes();
		assertThat(classes).isNotEmpty();
		SortedSet<String> violations = new TreeSet<>();
		imports(classes, violations);
		extensions(classes, violations);
		cycles(classes, violations);
		words(classes, violations);
		assertThat(violations).isEmpty();
	}

	/** The main classes that are checked: those of the extending test class's module. */
	protected JavaClasses classes() throws URISyntaxException {
		Path tests = Path.of(getClass().getProtectionDomain().getCodeSource().getLocation().toURI());
		return new ClassFileImporter().importPath(tests.resolveSibling("classes"));
	}

	private static void imports(JavaClasses classes, SortedSet<String> found) {
		classes.forEach((each) -> packagesUsedBy(each).forEach((target) -> ImportRule.RULES.stream()
			.filter((rule) -> rule.forbids(each.getPackageName(), target))
			.forEach((rule) -> found.add("import " + rule.name() + ": " + outermost(each) + " -> " + target))));
	}

	private static void extensions(JavaClasses classes, SortedSet<String> found) {
		classes.forEach((each) -> packagesUsedBy(each).stream()
			.filter((target) -> Extension.forbids(each.getPackageName(), target))
			.forEach((target) -> found.add("extension: " + outermost(each) + " -> " + target)));
	}

	private static void cycles(JavaClasses classes, SortedSet<String> found) {
		SortedMap<String, SortedSet<String>> uses = new TreeMap<>();
		classes.forEach((each) -> uses.computeIfAbsent(each.getPackageName(), (name) -> new TreeSet<>())
			.addAll(packagesUsedBy(each)));
		uses.forEach((from, targets) -> targets.stream()
			.filter((to) -> !to.equals(from) && reaches(uses, to, from))
			.forEach((to) -> found.add("cycle: " + from + " -> " + to)));
	}

	private static boolean reaches(SortedMap<String, SortedSet<String>> uses, String from, String to) {
		SortedSet<String> reached = new TreeSet<>();
		List<String> next = List.of(from);
		while (!next.isEmpty()) {
			reached.addAll(next);
			next = next.stream()
				.flatMap((each) -> uses.getOrDefault(each, new TreeSet<>()).stream())
				.distinct()
				.filter((each) -> !reached.contains(each))
				.toList();
		}
		return reached.contains(to);
	}

	private static void words(JavaClasses classes, SortedSet<String> found) {
		classes.stream()
			.filter((each) -> Vocabulary.covers(each.getPackageName()))
			.forEach((each) -> identifiers(each).filter(Vocabulary::isForeign)
				.forEach((name) -> found.add("word: " + each.getName() + " " + name)));
	}

	private static Stream<String> identifiers(JavaClass type) {
		Stream<String> members = type.getMembers()
			.stream()
			.filter((each) -> !each.getModifiers().contains(JavaModifier.SYNTHETIC))
			.filter((each) -> !(each instanceof JavaConstructor))
			.map(JavaMember::getName);
		Stream<String> parameters = type.getCodeUnits()
			.stream()
			.filter((each) -> !each.getModifiers().contains(JavaModifier.SYNTHETIC))
			.flatMap(ArchitectureContract::parameters);
		return Stream.of(Stream.of(type.getSimpleName()), members, parameters).flatMap((each) -> each);
	}

	private static Stream<String> parameters(JavaCodeUnit unit) {
		Executable executable = switch (unit) {
			case JavaMethod method -> method.reflect();
			case JavaConstructor constructor -> constructor.reflect();
			default -> null;
		};
		return (executable != null) ? Arrays.stream(executable.getParameters()).map(Parameter::getName)
				: Stream.empty();
	}

	private static SortedSet<String> packagesUsedBy(JavaClass type) {
		SortedSet<String> packages = new TreeSet<>();
		type.getDirectDependenciesFromSelf()
			.forEach((each) -> packages.add(each.getTargetClass().getBaseComponentType().getPackageName()));
		return packages;
	}

	private static String outermost(JavaClass type) {
		return type.getName().replaceAll("\\$.*", "");
	}

}
