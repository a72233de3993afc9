package org.campanile.web.overload;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.BadRequestException;
import org.apache.coyote.ContinueResponseTiming;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.web.fault.BodyLimit;
import org.campanile.web.overload.PacedHttpProtocol.BodyDeadline;

/**
 * Reads the body of every request before any further processing, and passes it on from
 * memory. The total heap use of bodies is limited: a body that might exceed the limit is
 * refused unread, with 503. A whole body, including chunk framing, must arrive within the
 * connector's connection timeout, which is shorter while many connections are open;
 * otherwise the answer is 408. Thread-safe.
 */
final class BodyValve extends ValveBase implements MeterBinder {

	/**
	 * The size of a small body, in bytes. Password forms and most messages are smaller;
	 * they are included in the memory that {@link Connections} plans for a connection, so
	 * that a login is never refused because of other requests' large bodies.
	 */
	static final int SMALL = 16 * 1024;

	private static final Logger logger = LoggerFactory.getLogger(BodyValve.class);

	private static final int FIRST_CHUNK = 4 * 1024;

	private static final long WARNING_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final long budget;

	private final BusyPage busyPage;

	private final AtomicLong reserved = new AtomicLong();

	private final AtomicLong refused = new AtomicLong();

	private final AtomicLong lastWarning = new AtomicLong(System.nanoTime() - WARNING_INTERVAL_NANOS);

	/**
	 * @param budget the heap that bodies which are not {@linkplain #SMALL small} may use
	 * together, in bytes
	 */
	BodyValve(long budget, BusyPage busyPage) {
		super(true);
		this.budget = budget;
		this.busyPage = busyPage;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		FunctionCounter.builder("campanile.http.bodies.refused", refused, AtomicLong::get)
			.description("Request bodies refused unread because the memory for bodies is in use")
			.register(registry);
		Gauge.builder("campanile.http.bodies.reserved", reserved, AtomicLong::get)
			.description("Heap used by larger request bodies, in bytes")
			.baseUnit("bytes")
			.register(registry);
		Gauge.builder("campanile.http.bodies.budget", () -> budget)
			.description("Heap limit of larger request bodies, in bytes")
			.baseUnit("bytes")
			.register(registry);
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		long announced = request.getContentLengthLong();
		boolean chunked = announced < 0 && request.getHeader("Transfer-Encoding") != null;
		if (announced <= 0 && !chunked) {
			getNext().invoke(request, response);
			return;
		}
		if (announced > BodyLimit.BYTES) {
			// Answered with 413 by the first filter; see
			// ConnectionConfiguration.UnreadValve.
			getNext().invoke(request, response);
			return;
		}
		long needed = chunked ? BodyLimit.BYTES : announced <= SMALL ? 0 : announced;
		if (!reserve(needed)) {
			refuse(request, response);
			return;
		}
		InputBuffer connection = request.getCoyoteRequest().getInputBuffer();
		try {
			ByteBuffer body = read(request, response);
			if (body != null) {
				request.getCoyoteRequest().setInputBuffer(new Replay(body));
				getNext().invoke(request, response);
			}
		}
		finally {
			// Tomcat's own replay would lose a request that arrived with the end of the
			// body.
			request.getCoyoteRequest().setInputBuffer(connection);
			reserved.addAndGet(-needed);
		}
	}

	private boolean reserve(long bytes) {
		long before = reserved.getAndUpdate(now -> now + bytes > budget ? now : now + bytes);
		return before + bytes <= budget;
	}

	private void refuse(Request request, Response response) throws IOException {
		long refusals = refused.incrementAndGet();
		long now = System.nanoTime();
		long last = lastWarning.get();
		if (now - last >= WARNING_INTERVAL_NANOS && lastWarning.compareAndSet(last, now)) {
			logger.warn("Request bodies use all of their {} KB; larger ones are refused, {} until now. "
					+ "A client sends many slowly, or the heap is too small (-Xmx)", budget / 1024, refusals);
		}
		response.setHeader("Connection", "close");
		// Prevents reading parameters from the body.
		request.getInputStream();
		busyPage.show(request, response);
		response.finishResponse();
		leaveRestUnread(request);
	}

	/**
	 * Tells Tomcat not to read on after the answer; otherwise it would wait for the rest
	 * of the body.
	 */
	static void leaveRestUnread(Request request) {
		request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
	}

	/** Returns the body, or null if it is incomplete and the answer is set. */
	private static @Nullable ByteBuffer read(Request request, Response response) throws IOException {
		response.sendAcknowledgement(ContinueResponseTiming.IMMEDIATELY);
		request.getCoyoteRequest().setExpectation(false);
		// Grows with the received data, not the announced length.
		byte[] body = new byte[FIRST_CHUNK];
		int length = 0;
		LastChunk chunk = new LastChunk();
		BodyDeadline deadline = PacedHttpProtocol.limitBody();
		try (deadline) {
			while (request.getCoyoteRequest().doRead(chunk) >= 0) {
				ByteBuffer received = chunk.getByteBuffer();
				int all = length + received.remaining();
				if (all > BodyLimit.BYTES) {
					return rejected(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, request, response);
				}
				if (all > body.length) {
					body = Arrays.copyOf(body, Math.max(all, Math.min(2 * body.length, BodyLimit.BYTES)));
				}
				received.get(body, length, received.remaining());
				length = all;
			}
		}
		catch (IOException ex) {
			if (deadline.isOver() || ex instanceof SocketTimeoutException) {
				return rejected(HttpServletResponse.SC_REQUEST_TIMEOUT, request, response);
			}
			if (ex instanceof BadRequestException) {
				return rejected(HttpServletResponse.SC_BAD_REQUEST, request, response);
			}
			logger.debug("The client closed the connection", ex);
			request.getCoyoteRequest().action(ActionCode.CLOSE_NOW, ex);
			return null;
		}
		return ByteBuffer.wrap(body, 0, length);
	}

	private static @Nullable ByteBuffer rejected(int status, Request request, Response response) throws IOException {
		reject(status, request, response);
		return null;
	}

	/** Answers with that status, reads no more of the body and closes the connection. */
	static void reject(int status, Request request, Response response) throws IOException {
		response.setHeader("Connection", "close");
		request.getInputStream();
		response.sendError(status);
		leaveRestUnread(request);
	}

	/** A body in memory, replayed to the readers of the request. */
	private static final class Replay implements InputBuffer {

		private final ByteBuffer body;

		private Replay(ByteBuffer body) {
			this.body = body;
		}

		@Override
		public int doRead(ApplicationBufferHandler handler) {
			int length = body.remaining();
			if (length == 0) {
				return -1;
			}
			handler.setByteBuffer(body.slice());
			body.position(body.limit());
			return length;
		}

		@Override
		public int available() {
			return body.remaining();
		}

	}

	/** The last chunk read. */
	private static final class LastChunk implements ApplicationBufferHandler {

		private ByteBuffer buffer = ByteBuffer.allocate(0);

		@Override
		public void setByteBuffer(@Nullable ByteBuffer buffer) {
			this.buffer = buffer == null ? ByteBuffer.allocate(0) : buffer;
		}

		@Override
		public ByteBuffer getByteBuffer() {
			return buffer;
		}

		@Override
		public void expand(int size) {
			// Chunks are processed one by one.
		}

	}

}
