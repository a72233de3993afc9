package org.campanile.storage.jpa;

import org.campanile.testkit.architecture.ArchitectureContract;

class JpaStructureTests extends ArchitectureContract {

}
