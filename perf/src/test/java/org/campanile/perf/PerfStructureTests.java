package org.campanile.perf;

import org.campanile.testkit.architecture.ArchitectureContract;

class PerfStructureTests extends ArchitectureContract {

}
