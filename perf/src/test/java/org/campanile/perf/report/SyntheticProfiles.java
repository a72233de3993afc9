package org.campanile.perf.report;

import java.util.List;

import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.ProfileResult.Area;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.Collections;
import org.campanile.perf.result.ProfileResult.HotMethod;
import org.campanile.perf.result.ProfileResult.LockWait;
import org.campanile.perf.result.ProfileResult.ProfileFile;
import org.campanile.perf.result.ProfileResult.Stage;

final class SyntheticProfiles {

	private SyntheticProfiles() {
	}

	static ProfileResult profile() {
		return new ProfileResult("node1", 60, 58.2, 5_800,
				List.of(new HotMethod("java.math.BigInteger.modPow", 0.31, 0.335),
						new HotMethod("org.apache.xml.security.c14n.CanonicalizerBase.engineCanonicalizeSubTree", 0.042,
								0.11)),
				List.of(new Area("signing", 0.33), new Area("XML", 0.21), new Area("garbage collection", 0.04)),
				List.of(new ClassUse("byte[]", 1_240, 5_400_000_000L)),
				List.of(new ClassUse("byte[]", 310_000, 41_000_000L),
						new ClassUse("java.lang.String", 290_000, 6_900_000L)),
				List.of(new Collections("G1New", 25, 0.42, 0.31, 21.5)),
				List.of(new LockWait("java.util.concurrent.locks.ReentrantLock", "com.example.Pool.borrow", 12, 140.5,
						31)),
				List.of(new Stage("sign", 5_160, 0.82, 0.8, 1.9, 12.4), new Stage("bind", 5_160, 0.41, 0.38, 1.2, 9)),
				575_000_000L, 757_000_000L, List.of(new ProfileFile("flame graph, processor time", "flame.html"),
						new ProfileFile("outside", "../../../../../../etc/passwd")));
	}

}
