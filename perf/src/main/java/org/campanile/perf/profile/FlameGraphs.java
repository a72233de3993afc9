package org.campanile.perf.profile;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import jdk.jfr.consumer.RecordedFrame;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;
import one.convert.Frame;
import org.campanile.perf.profile.Samples.Sample;

/**
 * Flame graphs, each one page of HTML. The library draws them but cannot read samples by
 * processor time, so stacks are handed to it.
 */
final class FlameGraphs {

	private FlameGraphs() {
	}

	/** Writes the page. */
	static void write(Samples samples, String title, Path file) throws IOException {
		Arguments arguments = new Arguments();
		arguments.title = title;
		FlameGraph graph = new FlameGraph(arguments);
		for (Sample sample : samples.all()) {
			graph.addSample(stack(sample.frames()), sample.weight());
		}
		try (PrintStream page = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
			graph.dump(page);
			if (page.checkError()) {
				throw new IOException(file + ": the flame graph could not be written; is the disk full?");
			}
		}
	}

	private static CallStack stack(List<RecordedFrame> frames) {
		CallStack stack = new CallStack();
		for (RecordedFrame frame : frames.reversed()) {
			stack.push(StackFrames.method(frame), type(frame));
		}
		if (frames.isEmpty()) {
			stack.push(AreaRules.UNKNOWN, Frame.TYPE_NATIVE);
		}
		return stack;
	}

	private static byte type(RecordedFrame frame) {
		return switch (frame.getType()) {
			case "Interpreted" -> Frame.TYPE_INTERPRETED;
			case "Inlined" -> Frame.TYPE_INLINED;
			case "Native" -> Frame.TYPE_NATIVE;
			default -> Frame.TYPE_JIT_COMPILED;
		};
	}

}
