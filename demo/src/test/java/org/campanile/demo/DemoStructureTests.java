package org.campanile.demo;

import org.campanile.testkit.architecture.ArchitectureContract;

class DemoStructureTests extends ArchitectureContract {

}
