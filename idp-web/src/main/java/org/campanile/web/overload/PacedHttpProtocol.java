package org.campanile.web.overload;

import java.nio.channels.SocketChannel;

import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 as Tomcat speaks it, but for {@linkplain AcceptPace when} connections are
 * accepted. Made by Tomcat, by its name.
 */
public final class PacedHttpProtocol extends Http11NioProtocol {

	private final PacedEndpoint endpoint;

	public PacedHttpProtocol() {
		this(new PacedEndpoint());
	}

	private PacedHttpProtocol(PacedEndpoint endpoint) {
		super(endpoint);
		this.endpoint = endpoint;
	}

	/**
	 * To be called before it starts; until then, connections are accepted as they come.
	 */
	void setPace(AcceptPace pace) {
		endpoint.pace = pace;
	}

	private static final class PacedEndpoint extends NioEndpoint {

		private volatile @Nullable AcceptPace pace;

		@Override
		protected SocketChannel serverSocketAccept() throws Exception {
			AcceptPace now = pace;
			if (now != null) {
				now.await(() -> running && !paused);
			}
			return super.serverSocketAccept();
		}

	}

}
