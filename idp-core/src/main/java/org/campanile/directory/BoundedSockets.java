package org.campanile.directory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

import javax.net.SocketFactory;

import org.jspecify.annotations.Nullable;

/**
 * Sockets with a read timeout during connection setup. The SDK sets a timeout once TLS is
 * established, and none before, so a server that accepts and does not answer would block
 * it for ever. Thread-safe.
 */
final class BoundedSockets extends SocketFactory {

	private final SocketFactory sockets;

	private final int millis;

	BoundedSockets(SocketFactory sockets, DirectorySettings.Limits limits) {
		this.sockets = sockets;
		this.millis = Math.toIntExact(limits.connect().toMillis());
	}

	@Override
	public Socket createSocket() throws IOException {
		Socket socket = sockets.createSocket();
		socket.setSoTimeout(millis);
		return socket;
	}

	@Override
	public Socket createSocket(String host, int port) throws IOException {
		return connected(new InetSocketAddress(host, port), null);
	}

	@Override
	public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
		return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
	}

	@Override
	public Socket createSocket(InetAddress host, int port) throws IOException {
		return connected(new InetSocketAddress(host, port), null);
	}

	@Override
	public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
		return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
	}

	private Socket connected(InetSocketAddress address, @Nullable InetSocketAddress local) throws IOException {
		Socket socket = createSocket();
		try {
			if (local != null) {
				socket.bind(local);
			}
			socket.connect(address, millis);
			return socket;
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
	}

}
