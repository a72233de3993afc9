package org.campanile.web;

import org.campanile.architecture.ArchitectureContract;

class WebStructureTests extends ArchitectureContract {

}
