package org.campanile.web.config;

/**
 * Where a server's management port is, as its configuration says.
 *
 * @param port 0 if the system chooses it at each start, -1 if there is none
 * @param address of the interface it listens on; empty for all
 * @param tls whether it speaks TLS
 * @param path what the paths of all endpoints begin with, such as {@code /actuator}
 */
public record ManagementPort(int port, String address, boolean tls, String path) {
}
