package org.campanile;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

@AnalyzeClasses(packages = "org.campanile", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule attributesKnowNoSource = noClasses().that()
		.resideInAPackage("org.campanile.attribute")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.campanile.directory..", "org.campanile.attribute.*..", "java.net.http..");

	@ArchTest
	static final ArchRule sourcesDoNotSeeEachOther = noClasses().that()
		.resideInAnyPackage("org.campanile.attribute.sql..", "org.campanile.attribute.http..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.campanile.directory..");

	@ArchTest
	static final ArchRule nothingIsPrinted = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

	@ArchTest
	static final ArchRule oneLoggingApi = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

	@ArchTest
	static final ArchRule timeIsInjected = noClasses().should()
		.callMethod(java.time.Instant.class, "now")
		.orShould()
		.callMethod(java.time.Clock.class, "systemUTC")
		.orShould()
		.callMethod(System.class, "currentTimeMillis");

}
