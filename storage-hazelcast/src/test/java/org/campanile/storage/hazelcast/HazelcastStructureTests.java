package org.campanile.storage.hazelcast;

import org.campanile.architecture.ArchitectureContract;

class HazelcastStructureTests extends ArchitectureContract {

}
