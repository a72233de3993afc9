package org.campanile.storage.hazelcast;

import org.campanile.testkit.architecture.ArchitectureContract;

class HazelcastStructureTests extends ArchitectureContract {

}
