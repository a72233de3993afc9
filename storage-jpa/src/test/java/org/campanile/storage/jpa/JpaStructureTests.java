package org.campanile.storage.jpa;

import org.campanile.architecture.ArchitectureContract;

class JpaStructureTests extends ArchitectureContract {

}
