package org.campanile.testkit.process;

import java.util.List;

/** Options of the virtual machine that a server runs with. */
public final class JavaOptions {

	/**
	 * The options that give libraries access to the JDK, the same as in
	 * {@code bin/jvm.options}.
	 */
	public static final List<String> OPENED = List.of("--enable-native-access=ALL-UNNAMED", "--add-modules=java.se",
			"--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED",
			"--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens=java.management/sun.management=ALL-UNNAMED",
			"--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

	private JavaOptions() {
	}

}
