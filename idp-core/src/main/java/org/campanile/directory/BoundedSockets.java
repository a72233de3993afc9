package org.campanile.directory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

import javax.net.SocketFactory;

import org.jspecify.annotations.Nullable;

/**
 * Sockets on which no answer is awaited for longer than a connection may take. The SDK
 * sets a time limit of its own once TLS stands, and none before, so that a server which
 * accepts and says nothing would hold it for ever. Thread-safe.
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
