package org.campanile.perf.scenario;

import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.Store;

/** Cells of scenarios that measured one configuration. */
final class Cells {

	private Cells() {
	}

	/** One node with the store, or what the options ask for in its place. */
	static List<Cell> of(RunOptions options, DirectorySpec directory, List<Cell.Step> steps, Store own) {
		return of(options, directory, steps, own, 1);
	}

	/** As many nodes with the store, or what the options ask for in their place. */
	static List<Cell> of(RunOptions options, DirectorySpec directory, List<Cell.Step> steps, Store own, int ownNodes) {
		List<Cell> cells = new ArrayList<>();
		for (Store store : options.selection().stores(own)) {
			for (int nodes : options.selection().nodes(ownNodes)) {
				if (Specs.possible(store, nodes)) {
					cells.add(new Cell(Specs.name(nodes, store), Specs.system(options, store, nodes, directory), 0,
							steps));
				}
			}
		}
		return cells;
	}

}
