package org.campanile.web;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.stereotype.Controller;

import org.campanile.web.config.NestedProperties;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "org.campanile", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleArchitectureTests {

	@ArchTest
	static final ArchRule storesDoNotSeeEachOther = slices().matching("org.campanile.storage.(*)..")
		.should()
		.notDependOnEachOther();

	@ArchTest
	static final ArchRule controllersArePrivateToTheirFeature = classes().that()
		.areAnnotatedWith(Controller.class)
		.should()
		.bePackagePrivate();

	/** The settings catalogue finds these classes by their names. */
	@ArchTest
	static final ArchRule groupsOfSettingsAreNamedAsSuch = classes().that()
		.areAnnotatedWith(ConfigurationProperties.class)
		.or()
		.areAnnotatedWith(NestedProperties.class)
		.should()
		.haveSimpleNameEndingWith("Properties");

}
