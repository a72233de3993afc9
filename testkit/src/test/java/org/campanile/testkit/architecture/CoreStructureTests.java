package org.campanile.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/**
 * Tests the structure of idp-core; that module itself cannot use the test kit, which
 * depends on it.
 */
class CoreStructureTests extends ArchitectureContract {

	@Override
	protected JavaClasses classes() {
		return new ClassFileImporter().withImportOption((location) -> location.contains("/idp-core/"))
			.importPackages("org.campanile");
	}

}
