package org.campanile.storage.memory;

import org.campanile.architecture.ArchitectureContract;

class MemoryStructureTests extends ArchitectureContract {

}
