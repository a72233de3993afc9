package org.campanile.web.overload;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;

import org.campanile.web.fault.BodyLimit;

/**
 * A request whose body has come, up to one octet more than is accepted.
 */
final class BodyRead extends HttpServletRequestWrapper {

	private final byte[] body;

	private BodyRead(HttpServletRequest request, byte[] body) {
		super(request);
		this.body = body;
	}

	/**
	 * Waits for the body; a request without one stays as it is.
	 * @throws IOException if it does not come
	 */
	static HttpServletRequest of(HttpServletRequest request) throws IOException {
		if (!"POST".equals(request.getMethod())) {
			return request;
		}
		return new BodyRead(request, request.getInputStream().readNBytes(BodyLimit.OCTETS + 1));
	}

	@Override
	public ServletInputStream getInputStream() {
		return new Octets(new ByteArrayInputStream(body));
	}

	@Override
	public BufferedReader getReader() {
		return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
	}

	private static final class Octets extends ServletInputStream {

		private final ByteArrayInputStream octets;

		private Octets(ByteArrayInputStream octets) {
			this.octets = octets;
		}

		@Override
		public int read() {
			return octets.read();
		}

		@Override
		public int read(byte[] buffer, int offset, int length) {
			return octets.read(buffer, offset, length);
		}

		@Override
		public boolean isFinished() {
			return octets.available() == 0;
		}

		@Override
		public boolean isReady() {
			return true;
		}

		@Override
		public void setReadListener(ReadListener listener) {
			throw new IllegalStateException("the body has been read");
		}

	}

}
