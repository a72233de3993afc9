package org.campanile.perf.profile;

import java.nio.file.Files;
import java.nio.file.Path;

import org.campanile.perf.profile.FlightRecording.ProfilingException;

/** YourKit's agent, if the user has it. */
public final class YourKit {

	private YourKit() {
	}

	/**
	 * Returns the option that makes a virtual machine load the agent; recordings are then
	 * started and read with YourKit.
	 * @param agent the library of the agent, such as {@code libyjpagent.so}
	 * @throws ProfilingException if the file is missing or cannot be read
	 */
	public static String option(Path agent) throws ProfilingException {
		if (!Files.isRegularFile(agent) || !Files.isReadable(agent)) {
			throw new ProfilingException("--yourkit " + agent
					+ ": no file that can be read; name the agent's library, such as bin/linux-x86-64/libyjpagent.so of YourKit's folder");
		}
		return "-agentpath:" + agent.toAbsolutePath();
	}

}
