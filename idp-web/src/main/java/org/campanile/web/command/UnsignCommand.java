package org.campanile.web.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Removes the signatures of jars: the JDK's AOT cache takes no class of a signed one, and
 * a start would verify them. Nobody else checks them, as OpenJDK accepts unsigned
 * cryptographic providers. A part of {@code bin/campanile aot}.
 */
@Command(name = "unsign", hidden = true, description = "Removes the signatures of the jars in a folder.")
final class UnsignCommand implements Callable<Integer> {

	private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.(SF|RSA|DSA|EC)");

	@Parameters(paramLabel = "DIR", description = "The folder.")
	private Path folder = Path.of(".");

	@Override
	public Integer call() throws IOException {
		List<Path> jars;
		try (Stream<Path> files = Files.list(folder)) {
			jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
		}
		for (Path jar : jars) {
			if (isSigned(jar)) {
				Path unsigned = jar.resolveSibling(jar.getFileName() + ".unsigned");
				copy(jar, unsigned);
				Files.move(unsigned, jar, StandardCopyOption.REPLACE_EXISTING);
			}
		}
		return 0;
	}

	private static boolean isSigned(Path jar) throws IOException {
		try (ZipFile zip = new ZipFile(jar.toFile())) {
			return zip.stream().anyMatch(UnsignCommand::isSignature);
		}
	}

	private static void copy(Path jar, Path unsigned) throws IOException {
		try (ZipFile zip = new ZipFile(jar.toFile());
				OutputStream file = Files.newOutputStream(unsigned);
				ZipOutputStream out = new ZipOutputStream(file)) {
			for (ZipEntry entry : Collections.list(zip.entries())) {
				if (!isSignature(entry)) {
					ZipEntry copy = new ZipEntry(entry.getName());
					copy.setTime(entry.getTime());
					out.putNextEntry(copy);
					try (InputStream in = zip.getInputStream(entry)) {
						in.transferTo(out);
					}
					out.closeEntry();
				}
			}
		}
	}

	private static boolean isSignature(ZipEntry entry) {
		return SIGNATURE.matcher(entry.getName()).matches();
	}

}
