package org.campanile.testkit.directory;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.campanile.directory.ServerAddress;

/** A TCP relay on loopback that can simulate failures. */
public final class Relay implements AutoCloseable {

	/** The treatment of data from the client. */
	public enum Mode {

		/** Passes everything on. */
		FORWARD,
		/** Answers the next bytes from the client with a reset. */
		RESET,
		/** Discards everything and answers nothing. */
		BLACKHOLE

	}

	private final ServerSocket listener;

	private final InetSocketAddress target;

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final Set<Socket> open = ConcurrentHashMap.newKeySet();

	private final AtomicInteger accepted = new AtomicInteger();

	private final AtomicInteger misbehaved = new AtomicInteger();

	private volatile Mode mode = Mode.FORWARD;

	public Relay(ServerAddress target) {
		try {
			this.target = new InetSocketAddress(target.host(), target.port());
			this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		threads.submit(this::accept);
	}

	public ServerAddress address() {
		return new ServerAddress("127.0.0.1", listener.getLocalPort());
	}

	public void mode(Mode mode) {
		this.mode = mode;
	}

	/** Returns the number of connections accepted. */
	public int accepted() {
		return accepted.get();
	}

	/** Returns how often the relay reset or discarded something. */
	public int misbehaved() {
		return misbehaved.get();
	}

	/** Closes every connection, as a firewall or a restart does. */
	public void cut() {
		open.forEach(Relay::closeQuietly);
		open.clear();
	}

	private void accept() {
		while (!listener.isClosed()) {
			try {
				Socket client = listener.accept();
				accepted.incrementAndGet();
				Socket server = new Socket();
				server.connect(target);
				open.add(client);
				open.add(server);
				threads.submit(() -> pump(client, server, true));
				threads.submit(() -> pump(server, client, false));
			}
			catch (IOException ex) {
				// Closed, or the target does not listen: the client notices that.
			}
		}
	}

	private void pump(Socket from, Socket to, boolean fromClient) {
		byte[] buffer = new byte[65536];
		try {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
				if (mode == Mode.FORWARD || !fromClient) {
					out.write(buffer, 0, count);
				}
				else {
					misbehaved.incrementAndGet();
					if (mode == Mode.RESET) {
						from.setSoLinger(true, 0);
						break;
					}
				}
			}
		}
		catch (IOException ex) {
			// One side has closed the connection; the other is closed as well.
		}
		closeQuietly(from);
		closeQuietly(to);
	}

	private static void closeQuietly(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		listener.close();
		cut();
		threads.shutdownNow();
	}

}
