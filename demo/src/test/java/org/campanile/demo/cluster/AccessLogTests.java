package org.campanile.demo.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class AccessLogTests {

	@TempDir
	private Path folder;

	private final BlockingQueue<AccessLine> told = new LinkedBlockingQueue<>();

	@Test
	void whenLinesAreAddedThenTheyAreReportedInOrderAndNoneOfBefore() throws Exception {
		Path file = folder.resolve("access.log");
		write(file, line("/before"));
		try (AccessLog log = AccessLog.follow(file, told::add)) {
			assertThat(log).isNotNull();
			write(file, line("/first") + "something else\n" + line("/second"));
			assertThat(next()).isEqualTo("/first");
			assertThat(next()).isEqualTo("/second");
			write(file, line("/third"));
			assertThat(next()).isEqualTo("/third");
		}
		assertThat(told).isEmpty();
	}

	@Test
	void whenHalfALineIsWrittenThenItIsReportedOnceWhole() throws Exception {
		Path file = folder.resolve("access.log");
		String whole = line("/whole");
		try (AccessLog log = AccessLog.follow(file, told::add)) {
			assertThat(log).isNotNull();
			write(file, line("/first") + whole.substring(0, 40));
			assertThat(next()).isEqualTo("/first");
			write(file, whole.substring(40));
			assertThat(next()).isEqualTo("/whole");
		}
		assertThat(told).isEmpty();
	}

	@Test
	void whenTheFileComesLaterThenItIsReadFromItsBeginning() throws Exception {
		Path file = folder.resolve("later.log");
		try (AccessLog log = AccessLog.follow(file, told::add)) {
			assertThat(log).isNotNull();
			write(file, line("/first"));
			assertThat(next()).isEqualTo("/first");
		}
	}

	private String next() throws InterruptedException {
		AccessLine line = told.poll(30, TimeUnit.SECONDS);
		assertThat(line).isNotNull();
		return line == null ? "" : line.path();
	}

	private static String line(String path) {
		return "2026-11-22T06:29:09+00:00 127.0.0.1 GET \"" + path
				+ "\" 200 5120 0.123 upstream=\"127.0.0.1:8081\" upstream_status=\"200\"\n";
	}

	private static void write(Path file, String text) throws IOException {
		Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
	}

}
