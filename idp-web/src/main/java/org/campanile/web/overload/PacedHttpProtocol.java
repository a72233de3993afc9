package org.campanile.web.overload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tomcat's HTTP/1.1 with four differences: it controls {@linkplain AcceptPace when}
 * connections are accepted; it may {@linkplain EarlyRefusal refuse} a request before it
 * is parsed; the connection timeout limits the whole head of a request, and then its
 * whole body, where Tomcat limits the wait for each read; and the timeouts are shorter
 * while many connections are open. Instantiated by Tomcat by its class name.
 */
public final class PacedHttpProtocol extends Http11NioProtocol {

	private static final Logger logger = LoggerFactory.getLogger(PacedHttpProtocol.class);

	/**
	 * The size of the write buffer of each connection, in bytes: the login page is
	 * written at once and a response in two parts, instead of two and four.
	 */
	private static final int WRITE_BUFFER = 16 * 1024;

	/** The connection that this thread serves. */
	private static final ScopedValue<Connection> CONNECTION = ScopedValue.newInstance();

	private final PacedEndpoint endpoint;

	public PacedHttpProtocol() {
		this(new PacedEndpoint());
	}

	private PacedHttpProtocol(PacedEndpoint endpoint) {
		super(endpoint);
		this.endpoint = endpoint;
		endpoint.getSocketProperties().setAppWriteBufSize(WRITE_BUFFER);
	}

	/**
	 * Sets the pace. Must be called before the protocol starts; until then, accepting is
	 * not paced.
	 */
	void setPace(AcceptPace pace) {
		endpoint.pace = pace;
	}

	/** Refuses requests early. Must be called before the protocol starts. */
	void setEarlyRefusal(EarlyRefusal refusal) {
		endpoint.refusal = refusal;
	}

	/**
	 * Starts the connection timeout for the body of this thread's request; to be closed
	 * when the body is complete. Does nothing on another protocol's thread.
	 */
	static BodyDeadline limitBody() {
		BodyDeadline deadline = new BodyDeadline();
		if (CONNECTION.isBound()) {
			deadline.start(CONNECTION.get());
		}
		return deadline;
	}

	/**
	 * Ends the input of a connection at the deadline. Tomcat's timeout applies to each
	 * read, and chunk framing takes as many reads as it has bytes before anything is
	 * returned.
	 */
	static final class BodyDeadline implements AutoCloseable {

		private @Nullable Future<?> end;

		private volatile boolean over;

		private BodyDeadline() {
		}

		private void start(Connection connection) {
			// Tomcat reuses its channel objects for other connections, but not this one.
			SocketChannel channel = connection.socket().getSocket().getIOChannel();
			PacedEndpoint endpoint = connection.endpoint();
			end = endpoint.getUtilityExecutor()
				.schedule(() -> endInput(channel), endpoint.getConnectionTimeout(), TimeUnit.MILLISECONDS);
		}

		/** A blocked read ends too, and the connection can still be answered. */
		private void endInput(SocketChannel channel) {
			over = true;
			try {
				channel.shutdownInput();
			}
			catch (IOException ex) {
				logger.debug("The connection is closed already", ex);
			}
		}

		/**
		 * Whether the input was ended, so that a failed read failed for this reason.
		 */
		boolean isOver() {
			return over;
		}

		@Override
		public void close() {
			if (end != null) {
				end.cancel(false);
			}
		}

	}

	private record Connection(PacedEndpoint endpoint, SocketWrapperBase<NioChannel> socket) {
	}

	private static final class PacedEndpoint extends NioEndpoint {

		/**
		 * The timeout of a request on a crowded node, in milliseconds: most clients send
		 * everything at once.
		 */
		private static final int CROWDED_TIMEOUT = 3000;

		/**
		 * The time for which an idle connection is kept on a crowded node, in
		 * milliseconds.
		 */
		private static final int CROWDED_KEEP_ALIVE = 5000;

		private @Nullable HeadDeadline heads;

		private volatile @Nullable AcceptPace pace;

		private volatile @Nullable EarlyRefusal refusal;

		@Override
		protected SocketChannel serverSocketAccept() throws Exception {
			AcceptPace now = pace;
			if (now != null) {
				now.await(() -> running && !paused);
			}
			if (isCrowded() && heads != null) {
				heads.closeOldest();
			}
			return super.serverSocketAccept();
		}

		@Override
		public void setHandler(Handler<NioChannel> handler) {
			heads = new HeadDeadline(this, handler);
			super.setHandler(heads);
		}

		/** Takes 0 and less for no limit, as Tomcat does. */
		@Override
		public void setConnectionTimeout(int timeout) {
			super.setConnectionTimeout(timeout > 0 ? timeout : Integer.MAX_VALUE);
		}

		/**
		 * Returns a shorter timeout while more than half of the maximum connections are
		 * open, so that slow or silent clients do not keep all others out.
		 */
		@Override
		public int getConnectionTimeout() {
			int timeout = super.getConnectionTimeout();
			return timeout > CROWDED_TIMEOUT && isCrowded() ? CROWDED_TIMEOUT : timeout;
		}

		/**
		 * Returns a shorter timeout under the same condition, but longer than nginx keeps
		 * idle connections.
		 */
		@Override
		public int getKeepAliveTimeout() {
			int timeout = super.getKeepAliveTimeout();
			return (timeout < 0 || timeout > CROWDED_KEEP_ALIVE) && isCrowded() ? CROWDED_KEEP_ALIVE : timeout;
		}

		private boolean isCrowded() {
			return getConnectionCount() > getMaxConnections() / 2;
		}

	}

	/**
	 * Closes a connection whose request head has not arrived within the connection
	 * timeout, counted from its first byte, or that must give way to another.
	 * Thread-safe.
	 */
	private static final class HeadDeadline implements AbstractEndpoint.Handler<NioChannel> {

		private final PacedEndpoint endpoint;

		private final AbstractEndpoint.Handler<NioChannel> target;

		/** The connections with an incomplete head, the oldest head first. */
		private final Map<SocketWrapperBase<NioChannel>, Head> begun = Collections
			.synchronizedMap(new LinkedHashMap<>());

		private HeadDeadline(PacedEndpoint endpoint, AbstractEndpoint.Handler<NioChannel> target) {
			this.endpoint = endpoint;
			this.target = target;
		}

		@Override
		public SocketState process(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
			Head head = begun.get(socket);
			boolean first = head == null;
			if (head == null) {
				head = new Head(System.nanoTime());
			}
			else {
				if (millisLeft(head) <= 0) {
					return SocketState.CLOSED;
				}
				// The deadline applies to the body, if the head is complete now.
				socket.setReadTimeout(endpoint.getConnectionTimeout());
			}
			head.beingRead = true;
			if (event == SocketEvent.OPEN_READ && isRefused(socket)) {
				return SocketState.CLOSED;
			}
			long now = System.currentTimeMillis();
			SocketState state = ScopedValue.where(CONNECTION, new Connection(endpoint, socket))
				.call(() -> target.process(socket, event));
			if (state == SocketState.LONG && isReadingHead(socket)
					|| state == SocketState.OPEN && event == SocketEvent.OPEN_READ && !isWrittenSince(now, socket)) {
				head.beingRead = false;
				begun.put(socket, head);
				// Tomcat counts the timeout from the last read, which was just now.
				socket.setReadTimeout(Math.max(millisLeft(head), 1));
				if (socket.isClosed()) {
					begun.remove(socket);
				}
			}
			else if (!first) {
				begun.remove(socket);
			}
			return state;
		}

		/**
		 * Refuses the next request of a connection, if that has to be; otherwise it is
		 * read as usual.
		 */
		private boolean isRefused(SocketWrapperBase<NioChannel> socket) {
			EarlyRefusal refusal = endpoint.refusal;
			if (refusal == null || socket.getCurrentProcessor() != null || !refusal.isNeeded()) {
				return false;
			}
			ByteBuffer head = ByteBuffer.allocate(endpoint.getSocketProperties().getAppReadBufSize());
			try {
				socket.read(false, head);
				Optional<ByteBuffer> answer = refusal.answer(head.array(), head.position());
				if (answer.isPresent()) {
					socket.write(true, answer.get());
					socket.flush(true);
					return true;
				}
				socket.unRead(head.flip());
				return false;
			}
			catch (IOException ex) {
				logger.debug("The client closed the connection", ex);
				return true;
			}
		}

		/**
		 * Whether a request has been answered since, in milliseconds of the wall clock as
		 * Tomcat keeps it. If not, empty lines were received, which Tomcat skips before a
		 * request.
		 */
		private static boolean isWrittenSince(long millis, SocketWrapperBase<NioChannel> socket) {
			return socket instanceof NioEndpoint.NioSocketWrapper nio && nio.getLastWrite() >= millis;
		}

		/**
		 * Frees a connection for a new one, whose request has probably arrived while it
		 * waited to be accepted.
		 */
		void closeOldest() {
			SocketWrapperBase<NioChannel> oldest = null;
			synchronized (begun) {
				Iterator<Map.Entry<SocketWrapperBase<NioChannel>, Head>> heads = begun.entrySet().iterator();
				while (oldest == null && heads.hasNext()) {
					Map.Entry<SocketWrapperBase<NioChannel>, Head> next = heads.next();
					if (!next.getValue().beingRead) {
						oldest = next.getKey();
						heads.remove();
					}
				}
			}
			if (oldest != null) {
				endpoint.processSocket(oldest, SocketEvent.DISCONNECT, true);
			}
		}

		private long millisLeft(Head head) {
			return endpoint.getConnectionTimeout() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - head.begun);
		}

		/**
		 * Whether a request's head is being read; Tomcat uses the same state for
		 * asynchronous requests.
		 */
		private static boolean isReadingHead(SocketWrapperBase<NioChannel> socket) {
			return socket.getCurrentProcessor() instanceof Processor processor && !processor.isAsync()
					&& !processor.isUpgrade();
		}

		@Override
		public Object getGlobal() {
			return target.getGlobal();
		}

		@Override
		public void release(SocketWrapperBase<NioChannel> socket) {
			begun.remove(socket);
			target.release(socket);
		}

		@Override
		public void pause() {
			target.pause();
		}

		@Override
		public void recycle() {
			begun.clear();
			target.recycle();
		}

		private static final class Head {

			/** The time at which the first byte arrived, in nanoseconds. */
			private final long begun;

			private volatile boolean beingRead;

			private Head(long begun) {
				this.begun = begun;
			}

		}

	}

}
