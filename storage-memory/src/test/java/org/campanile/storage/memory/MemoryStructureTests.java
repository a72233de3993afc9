package org.campanile.storage.memory;

import org.campanile.testkit.architecture.ArchitectureContract;

class MemoryStructureTests extends ArchitectureContract {

}
