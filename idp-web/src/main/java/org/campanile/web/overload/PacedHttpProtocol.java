package org.campanile.web.overload;

import java.nio.channels.SocketChannel;

import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;

/**
 * HTTP/1.1 as Tomcat speaks it, but for {@linkplain AcceptPace when} connections are
 * accepted. Made by Tomcat, by its name.
 */
public final class PacedHttpProtocol extends Http11NioProtocol {

	private final AcceptPace pace;

	public PacedHttpProtocol() {
		this(AcceptPace.ofVirtualThreads());
	}

	PacedHttpProtocol(AcceptPace pace) {
		super(new PacedEndpoint(pace));
		this.pace = pace;
	}

	AcceptPace pace() {
		return pace;
	}

	private static final class PacedEndpoint extends NioEndpoint {

		private final AcceptPace pace;

		private PacedEndpoint(AcceptPace pace) {
			this.pace = pace;
		}

		@Override
		protected SocketChannel serverSocketAccept() throws Exception {
			pace.await(() -> running && !paused);
			return super.serverSocketAccept();
		}

	}

}
