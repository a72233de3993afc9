package org.campanile.perf.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A relay on loopback that delays every answer of a server by a fixed time, as if the
 * server were far away. Answers that are sent together arrive together: the delays do not
 * add up. Thread-safe.
 */
public final class LatencyRelay implements AutoCloseable {

	private static final int BUFFER = 65_536;

	/** The most pieces that may wait, so that a fast server cannot fill the memory. */
	private static final int WAITING = 1_024;

	private static final byte[] END = new byte[0];

	private final ServerSocket listener;

	private final InetSocketAddress server;

	private final long nanos;

	private final Set<Socket> open = ConcurrentHashMap.newKeySet();

	private LatencyRelay(ServerSocket listener, InetSocketAddress server, Duration latency) {
		this.listener = listener;
		this.server = server;
		this.nanos = latency.toNanos();
	}

	/**
	 * Starts a relay.
	 * @param port on which the server listens, on loopback
	 * @param latency by which each of its answers is delayed
	 */
	public static LatencyRelay start(int port, Duration latency) throws IOException {
		ServerSocket listener = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
		LatencyRelay relay = new LatencyRelay(listener, new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
				latency);
		Thread.ofVirtual().name("relay").start(relay::accept);
		return relay;
	}

	/** Returns the port on which the relay listens, on loopback. */
	public int port() {
		return listener.getLocalPort();
	}

	private void accept() {
		while (!listener.isClosed()) {
			try {
				Socket client = listener.accept();
				open.add(client);
				Thread.ofVirtual().start(() -> relay(client));
			}
			catch (IOException ex) {
				// The relay was closed, or one connection failed, which its client
				// notices.
			}
		}
	}

	private void relay(Socket client) {
		Socket target = new Socket();
		open.add(target);
		try {
			client.setTcpNoDelay(true);
			target.setTcpNoDelay(true);
			target.connect(server);
			BlockingQueue<Piece> waiting = new LinkedBlockingQueue<>(WAITING);
			Thread.ofVirtual().start(() -> deliver(waiting, client, target));
			Thread.ofVirtual().start(() -> collect(target, waiting));
			client.getInputStream().transferTo(target.getOutputStream());
			target.shutdownOutput();
		}
		catch (IOException ex) {
			// One side has closed its connection, so the other one is closed too.
			closeBoth(client, target);
		}
	}

	/** A piece of an answer, and the time at which to pass it on. */
	private record Piece(long due, byte[] content) {
	}

	private void collect(Socket target, BlockingQueue<Piece> waiting) {
		byte[] buffer = new byte[BUFFER];
		try {
			try {
				InputStream in = target.getInputStream();
				for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
					waiting.put(new Piece(System.nanoTime() + nanos, Arrays.copyOf(buffer, count)));
				}
			}
			catch (IOException ex) {
				// The server is gone; what it sent before is still delivered.
			}
			waiting.put(new Piece(System.nanoTime(), END));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void deliver(BlockingQueue<Piece> waiting, Socket client, Socket target) {
		try {
			OutputStream out = client.getOutputStream();
			for (Piece piece = waiting.take(); piece.content() != END; piece = waiting.take()) {
				TimeUnit.NANOSECONDS.sleep(piece.due() - System.nanoTime());
				out.write(piece.content());
			}
		}
		catch (IOException ex) {
			// The client is gone.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		closeBoth(client, target);
	}

	private void closeBoth(Socket client, Socket target) {
		close(client);
		close(target);
	}

	private void close(Socket socket) {
		open.remove(socket);
		try {
			socket.close();
		}
		catch (IOException ex) {
			// The connection is of no use any more in either case.
		}
	}

	/** Closes the relay and every connection. */
	@Override
	public void close() throws IOException {
		listener.close();
		open.forEach(this::close);
	}

}
