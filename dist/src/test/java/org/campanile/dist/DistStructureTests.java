package org.campanile.dist;

import org.campanile.testkit.architecture.ArchitectureContract;

class DistStructureTests extends ArchitectureContract {

}
