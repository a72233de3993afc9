package org.campanile.web.servers;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * A client of HTTP/2 (RFC 9113) that keeps its streams open on purpose: it never reads an
 * answer's body, as its window is empty, and never sends a body it has announced. Not
 * thread-safe.
 */
final class Http2Connection implements AutoCloseable {

	private static final int SETTINGS = 4;

	private static final int HEADERS = 1;

	private static final int PING = 6;

	private static final int ACK = 1;

	private static final int END_STREAM = 1;

	private static final int END_HEADERS = 4;

	private final SSLSocket socket;

	private final DataOutputStream out;

	private final DataInputStream in;

	private int stream = -1;

	Http2Connection(SSLContext trust, int port) throws IOException {
		socket = (SSLSocket) trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
		SSLParameters parameters = socket.getSSLParameters();
		parameters.setApplicationProtocols(new String[] { "h2" });
		socket.setSSLParameters(parameters);
		out = new DataOutputStream(socket.getOutputStream());
		in = new DataInputStream(socket.getInputStream());
		out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
		// SETTINGS_INITIAL_WINDOW_SIZE is 0.
		frame(SETTINGS, 0, 0, new byte[] { 0, 4, 0, 0, 0, 0 });
	}

	/**
	 * @param more whether a body is to follow
	 */
	void get(String path, boolean more) throws IOException {
		stream += 2;
		ByteArrayOutputStream block = new ByteArrayOutputStream();
		// Of HPACK's static table: GET, https, then the values of :path and :authority.
		block.writeBytes(new byte[] { (byte) 0x82, (byte) 0x87 });
		literal(block, 4, path);
		literal(block, 1, "localhost");
		frame(HEADERS, END_HEADERS | (more ? 0 : END_STREAM), stream, block.toByteArray());
	}

	/** Returns when the server has seen all that was sent. */
	void ping() throws IOException {
		frame(PING, 0, 0, new byte[8]);
		out.flush();
		while (true) {
			int head = in.readInt();
			int type = head & 0xff;
			int flags = in.readUnsignedByte();
			in.readInt();
			in.skipNBytes(head >>> 8);
			if (type == PING && flags == ACK) {
				return;
			}
		}
	}

	private void frame(int type, int flags, int id, byte[] payload) throws IOException {
		out.writeInt(payload.length << 8 | type);
		out.writeByte(flags);
		out.writeInt(id);
		out.write(payload);
	}

	private static void literal(ByteArrayOutputStream block, int name, String value) {
		if (value.length() > 126) {
			throw new IllegalArgumentException("longer than one byte says");
		}
		block.write(name);
		block.write(value.length());
		block.writeBytes(value.getBytes(US_ASCII));
	}

	@Override
	public void close() {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
