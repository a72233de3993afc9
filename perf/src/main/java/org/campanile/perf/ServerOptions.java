package org.campanile.perf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.scenario.RunOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options for what the servers run with, and how they are profiled. */
final class ServerOptions {

	@Option(names = "--people", paramLabel = "N", defaultValue = "0",
			description = "How many people the directory has (default: the scenario's own).")
	private int people;

	@Option(names = "--directory", paramLabel = "KIND",
			description = "embedded or openldap (default: embedded up to 100,000 people).")
	private DirectorySpec.@Nullable Kind directory;

	@Option(names = "--directory-latency", paramLabel = "TIME", defaultValue = "0", converter = Time.class,
			description = "Added to each answer of the directory, such as 30ms.")
	private Duration directoryLatency = Duration.ZERO;

	@Option(names = "--store-latency", paramLabel = "TIME", defaultValue = "0", converter = Time.class,
			description = "Added to each answer of the database, such as 2ms.")
	private Duration storeLatency = Duration.ZERO;

	@Option(names = "--cpu-share", paramLabel = "CORES", defaultValue = "0",
			description = "Holds each node to that share of a core, such as 0.5 (default: no limit).")
	private double cpuShare;

	@Option(names = "--proxy",
			description = "Puts nginx before a single node as well; several nodes have it in any case.")
	private boolean proxied;

	@Option(names = "--jfr",
			description = "Records each measured period, for hot methods, allocations and a flame graph.")
	private boolean flightRecording;

	@Option(names = "--yourkit", paramLabel = "AGENT", description = "YourKit's agent, which every node loads.")
	@Nullable private Path yourKit;

	RunOptions.ServerSettings settings() {
		OptionRules.require(people >= 0 && people <= 10_000_000, "--people must be from 1 to 10,000,000: " + people);
		OptionRules.require(cpuShare >= 0 && cpuShare <= 64, "--cpu-share must be from 0 to 64: " + cpuShare);
		return new RunOptions.ServerSettings(people, Optional.ofNullable(directory), directoryLatency, storeLatency,
				cpuShare, proxied);
	}

	RunOptions.Probes probes() {
		return new RunOptions.Probes(flightRecording, Optional.ofNullable(yourKit).map(ServerOptions::loading));
	}

	/** Returns the option with which a virtual machine loads YourKit's agent. */
	static String loading(Path agent) {
		if (!Files.isRegularFile(agent) || !Files.isReadable(agent)) {
			throw new IllegalArgumentException("--yourkit " + agent
					+ ": no file that can be read; name the agent's library, such as bin/linux-x86-64/libyjpagent.so of YourKit's folder");
		}
		return "-agentpath:" + agent.toAbsolutePath();
	}

	/** Parses durations such as {@code 30ms} or {@code 1s}; the default unit is ms. */
	static final class Time implements ITypeConverter<Duration> {

		@Override
		public Duration convert(String text) {
			String lower = text.toLowerCase(Locale.ROOT);
			if (lower.matches("[0-9]{1,6}(ms)?")) {
				return Duration.ofMillis(Long.parseLong(lower.replace("ms", "")));
			}
			if (lower.matches("[0-9]{1,3}s")) {
				return Duration.ofSeconds(Long.parseLong(lower.replace("s", "")));
			}
			throw new IllegalArgumentException("a time such as 30ms or 1s, not " + text);
		}

	}

}
