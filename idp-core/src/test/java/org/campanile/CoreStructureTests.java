package org.campanile;

import org.campanile.architecture.ArchitectureContract;

class CoreStructureTests extends ArchitectureContract {

}
