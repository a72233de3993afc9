package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The share of a core that each node of a system is held to, from when it is asked for:
 * what starts or warms up has the whole machine, as it would take minutes and be no
 * warmer. Closing it once the nodes are gone ends the limits. Thread-safe.
 */
final class ProcessorShares implements AutoCloseable {

	private final double share;

	private final CpuShare means;

	private final Path log;

	private final List<MeasuredNode> nodes = new ArrayList<>();

	private final List<CpuShare.Limit> limits = new ArrayList<>();

	private boolean held;

	/**
	 * @param share 1.0 for one core
	 * @param means how a process is held to it
	 * @param log of what holds it
	 */
	ProcessorShares(double share, CpuShare means, Path log) {
		this.share = share;
		this.means = means;
		this.log = log;
	}

	synchronized void of(List<MeasuredNode> those) {
		nodes.addAll(those);
	}

	/** From now on; does nothing the second time. */
	synchronized void hold() throws IOException {
		if (!held) {
			for (MeasuredNode node : nodes) {
				limits.add(means.hold(node.pid(), share, log));
			}
			held = true;
		}
	}

	String describe() {
		return share + " of a core (" + means.describe() + ")";
	}

	@Override
	public synchronized void close() throws IOException {
		for (CpuShare.Limit limit : limits) {
			limit.close();
		}
	}

}
