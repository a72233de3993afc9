package org.campanile.storage.hazelcast;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.campanile.storage.hazelcast.HazelcastStorageProperties.Mode;
import org.campanile.store.StoreReach;

/**
 * Tries whether the members can be reached, by TCP connections only: no cluster is
 * joined. For one thread, one use.
 */
final class MemberProbe {

	private static final int TIMEOUT_MILLIS = 2_000;

	private final HazelcastStorageProperties properties;

	private final List<String> answers = new ArrayList<>();

	private final List<String> faults = new ArrayList<>();

	private MemberProbe(HazelcastStorageProperties properties) {
		this.properties = properties;
	}

	static StoreReach run(HazelcastStorageProperties properties) {
		return new MemberProbe(properties).run();
	}

	private StoreReach run() {
		if (!properties.kubernetesServiceDns().isBlank()) {
			service(properties.kubernetesServiceDns());
		}
		else if (properties.onKubernetes()) {
			answers.add("members are found through the Kubernetes API, which was not called");
		}
		else {
			List<String> others = properties.members().stream().map(String::strip).filter(this::isOther).toList();
			if (others.isEmpty()) {
				answers.add("no other member is listed");
			}
			others.forEach(member -> connect("members", ListedMembers.host(member), port(member)));
		}
		return new StoreReach(answers, faults);
	}

	private boolean isOther(String member) {
		return properties.mode() == Mode.CLIENT
				|| ListedMembers.count(List.of(member), properties.bindAddress(), properties.port()) > 1
				|| Stream.of(properties.bindAddress(), "127.0.0.1", "localhost")
					.noneMatch(own -> own.equals(ListedMembers.host(member)) && port(member) == properties.port());
	}

	private int port(String member) {
		String port = ListedMembers.port(member);
		return port.isEmpty() ? properties.port() : Integer.parseInt(port);
	}

	private void service(String name) {
		try {
			for (InetAddress address : InetAddress.getAllByName(name)) {
				connect("kubernetes-service-dns", address.getHostAddress(), properties.port());
			}
		}
		catch (UnknownHostException ex) {
			faults.add(HazelcastStorageProperties.PREFIX + "kubernetes-service-dns: " + name
					+ " cannot be resolved; correct it, or check the service in Kubernetes");
		}
	}

	private void connect(String key, String host, int port) {
		String member = host + ":" + port;
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), TIMEOUT_MILLIS);
			answers.add("member " + member + " can be reached");
		}
		catch (UnknownHostException ex) {
			faults.add(
					HazelcastStorageProperties.PREFIX + key + ": member " + member + " cannot be resolved; correct it");
		}
		catch (IOException ex) {
			faults.add(HazelcastStorageProperties.PREFIX + key + ": member " + member + " does not answer ("
					+ ex.getMessage() + "); start it, or correct its address or the firewall; it listens only on its "
					+ "bind-address");
		}
	}

}
