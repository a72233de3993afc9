package org.campanile.perf.profile;

import java.util.List;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;

/** The stacks of events. */
final class StackFrames {

	private StackFrames() {
	}

	/** What ran, the innermost first; empty if no stack was taken. */
	static List<RecordedFrame> of(RecordedEvent event) {
		RecordedStackTrace stack = event.getStackTrace();
		return stack == null ? List.of() : stack.getFrames();
	}

	/** Class and method, without parameters. */
	static String method(RecordedFrame frame) {
		return frame.getMethod().getType().getName() + '.' + frame.getMethod().getName();
	}

}
