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
	static final ArchRule coreKnowsNothingOfTheWeb = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("jakarta.servlet..", "javax.servlet..", "org.springframework..");

	@ArchTest
	static final ArchRule onlySamlImportsOpenSaml = noClasses().that()
		.resideOutsideOfPackage("org.campanile.saml..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.opensaml..", "net.shibboleth..");

	@ArchTest
	static final ArchRule openSamlStaysInternal = noClasses().that()
		.resideOutsideOfPackage("org.campanile.saml.internal..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.opensaml..", "net.shibboleth..");

	@ArchTest
	static final ArchRule onlyTheDirectoryImportsUnboundId = noClasses().that()
		.resideOutsideOfPackage("org.campanile.directory..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("com.unboundid..");

	@ArchTest
	static final ArchRule onlyTheSqlSourceKnowsJdbc = noClasses().that()
		.resideOutsideOfPackage("org.campanile.attribute.sql..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("com.zaxxer.hikari..", "java.sql..", "javax.sql..");

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
	static final ArchRule theUseCaseKnowsNoProtocol = noClasses().that()
		.resideInAnyPackage("org.campanile.signon..", "org.campanile.session..", "org.campanile.release..",
				"org.campanile.attribute..", "org.campanile.authn..", "org.campanile.relyingparty..",
				"org.campanile.logout..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.campanile.saml..");

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
