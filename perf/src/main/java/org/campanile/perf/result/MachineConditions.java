package org.campanile.perf.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.perf.result.RunResult.Conditions;

/** Reads the properties of this machine, as Linux reports them. Thread-safe. */
public final class MachineConditions {

	private final Path root;

	MachineConditions(Path root) {
		this.root = root;
	}

	/**
	 * Reads the conditions of this machine and of this virtual machine.
	 * @param flags the flags of the servers' virtual machines
	 * @param versions of Campanile and of the servers, by name
	 * @param noise see {@link Conditions#noise()}
	 */
	public static Conditions read(List<String> flags, Map<String, String> versions, List<Double> noise)
			throws IOException {
		return new MachineConditions(Path.of("/")).conditions(flags, versions, noise);
	}

	Conditions conditions(List<String> flags, Map<String, String> versions, List<Double> noise) throws IOException {
		return new Conditions(processor(), Runtime.getRuntime().availableProcessors(), memory(), system(),
				System.getProperty("java.vm.name", "unknown") + " " + Runtime.version() + ", "
						+ System.getProperty("java.vendor", "unknown"),
				List.copyOf(flags), Map.copyOf(versions), List.copyOf(noise));
	}

	private String processor() throws IOException {
		String architecture = System.getProperty("os.arch", "unknown");
		// The kernel names no processor model on Arm.
		return value("proc/cpuinfo", ":", "model name").map(model -> model + ", " + architecture).orElse(architecture);
	}

	private long memory() throws IOException {
		return value("proc/meminfo", ":", "MemTotal").map(text -> text.replaceAll("\\D", ""))
			.filter(digits -> !digits.isEmpty())
			.map(kibibytes -> Long.parseLong(kibibytes) * 1_024)
			.orElse(0L);
	}

	private String system() throws IOException {
		String kernel = System.getProperty("os.name", "unknown") + " " + System.getProperty("os.version", "");
		return value("etc/os-release", "=", "PRETTY_NAME").map(name -> name.replace("\"", "") + ", " + kernel)
			.orElse(kernel);
	}

	private Optional<String> value(String file, String separator, String key) throws IOException {
		Path path = root.resolve(file);
		if (!Files.isReadable(path)) {
			return Optional.empty();
		}
		for (String line : Files.readAllLines(path)) {
			int end = line.indexOf(separator);
			if (end > 0 && line.substring(0, end).strip().equals(key)) {
				return Optional.of(line.substring(end + 1).strip());
			}
		}
		return Optional.empty();
	}

}
