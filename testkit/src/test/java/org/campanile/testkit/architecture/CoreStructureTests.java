package org.campanile.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The core cannot be tested by a kit that is built on it where it stands. */
class CoreStructureTests extends ArchitectureContract {

	@Override
	protected JavaClasses classes() {
		return new ClassFileImporter().withImportOption((location) -> location.contains("/idp-core/"))
			.importPackages("org.campanile");
	}

}
