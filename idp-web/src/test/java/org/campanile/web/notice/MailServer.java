package org.campanile.web.notice;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/** An SMTP server (RFC 5321) that keeps the mail it receives, or refuses it. */
final class MailServer implements AutoCloseable {

	private final ServerSocket socket;

	/** The mails received, with their headers. */
	final List<String> mails = new CopyOnWriteArrayList<>();

	volatile boolean refuses;

	/** Held by a test that delays all mail. */
	final ReentrantLock delivery = new ReentrantLock();

	MailServer() throws IOException {
		socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		Thread.ofVirtual().start(() -> {
			while (!socket.isClosed()) {
				try {
					Socket client = socket.accept();
					Thread.ofVirtual().start(() -> serve(client));
				}
				catch (IOException ex) {
					return;
				}
			}
		});
	}

	int port() {
		return socket.getLocalPort();
	}

	private void serve(Socket client) {
		try (client;
				BufferedReader in = new BufferedReader(
						new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
				PrintWriter out = new PrintWriter(client.getOutputStream(), false, StandardCharsets.UTF_8)) {
			answer(out, "220 test");
			String line;
			while ((line = in.readLine()) != null) {
				if (line.equals("DATA")) {
					answer(out, "354 go on");
					StringBuilder mail = new StringBuilder();
					while (!(line = in.readLine()).equals(".")) {
						mail.append(line).append('\n');
					}
					mails.add(mail.toString());
					answer(out, "250 kept");
				}
				else if (line.startsWith("MAIL") && refused()) {
					answer(out, "550 not from you");
				}
				else {
					answer(out, line.startsWith("QUIT") ? "221 bye" : "250 ok");
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean refused() {
		delivery.lock();
		try {
			return refuses;
		}
		finally {
			delivery.unlock();
		}
	}

	private static void answer(PrintWriter out, String line) {
		out.print(line + "\r\n");
		out.flush();
	}

	@Override
	public void close() throws IOException {
		socket.close();
	}

}
