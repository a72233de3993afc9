package org.campanile.directory;

/**
 * The address of a directory server.
 *
 * @param host a name or an address literal without brackets; a certificate is checked
 * against it
 * @param port the TCP port
 */
public record ServerAddress(String host, int port) {

	public ServerAddress {
		if (host.isBlank()) {
			throw new IllegalArgumentException("a directory server needs a host");
		}
		if (port < 1 || port > 65535) {
			throw new IllegalArgumentException("port " + port + " is not between 1 and 65535");
		}
	}

	@Override
	public String toString() {
		return host.indexOf(':') < 0 ? host + ':' + port : '[' + host + "]:" + port;
	}

}
