package org.campanile.perf.profile;

import org.campanile.perf.result.ProfileResult.ClassUse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClassHistogramTests {

	private static final String PRINTED = """
			4242:
			 num     #instances         #bytes  class name (module)
			-------------------------------------------------------
			   1:         38042        2434688  [B (java.base@25.0.3)
			   2:         30000         720000  java.lang.String (java.base@25.0.3)
			   3:           120          96000  [[Ljava.lang.Object; (java.base@25.0.3)
			Total         68162        3250688
			""";

	@Test
	void whenPrintedThenRead() {
		assertThat(ClassHistogram.largest(PRINTED, 20)).containsExactly(new ClassUse("byte[]", 38_042, 2_434_688),
				new ClassUse("java.lang.String", 30_000, 720_000), new ClassUse("java.lang.Object[][]", 120, 96_000));
		assertThat(ClassHistogram.largest(PRINTED, 1)).hasSize(1);
		assertThat(ClassHistogram.largest("4242:\njava.io.IOException", 1)).isEmpty();
	}

}
