package org.campanile.web;

import org.campanile.testkit.architecture.ArchitectureContract;

class WebStructureTests extends ArchitectureContract {

}
