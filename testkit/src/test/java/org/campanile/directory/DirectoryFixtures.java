package org.campanile.directory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.directory.DirectorySettings.Limits;
import org.campanile.directory.DirectorySettings.Order;
import org.campanile.directory.DirectorySettings.Pools;
import org.campanile.directory.DirectorySettings.Scope;
import org.campanile.directory.DirectorySettings.Security;
import org.campanile.directory.DirectorySettings.ServiceAccount;
import org.campanile.directory.DirectorySettings.Transport;
import org.campanile.directory.DirectorySettings.Users;
import org.campanile.testkit.directory.EmbeddedDirectory;

/** Settings for the directory of the demo's people, to be varied. */
public final class DirectoryFixtures {

	public static final Transport PLAIN = new Transport(Security.PLAIN, Optional.empty(), true);

	public static final ServiceAccount SERVICE = new ServiceAccount(EmbeddedDirectory.DEMO_SERVICE_DN,
			EmbeddedDirectory.DEMO_SERVICE_PASSWORD);

	private DirectoryFixtures() {
	}

	public static Users users(String filter) {
		return new Users(EmbeddedDirectory.DEMO_BASE_DN, Scope.SUBTREE, filter, "uid", false, Optional.empty());
	}

	public static DirectorySettings settings(ServerAddress... servers) {
		return new DirectorySettings(List.of(servers), Order.FAILOVER, PLAIN, Optional.of(SERVICE),
				users("(uid={user})"), Pools.DEFAULTS, Limits.DEFAULTS);
	}

	public static DirectorySettings with(DirectorySettings base, Users users) {
		return new DirectorySettings(base.servers(), base.order(), base.transport(), base.serviceAccount(), users,
				base.pools(), base.limits());
	}

	public static DirectorySettings with(DirectorySettings base, Limits limits) {
		return new DirectorySettings(base.servers(), base.order(), base.transport(), base.serviceAccount(),
				base.users(), base.pools(), limits);
	}

	public static DirectorySettings with(DirectorySettings base, Pools pools) {
		return new DirectorySettings(base.servers(), base.order(), base.transport(), base.serviceAccount(),
				base.users(), pools, base.limits());
	}

	public static DirectorySettings with(DirectorySettings base, Order order) {
		return new DirectorySettings(base.servers(), order, base.transport(), base.serviceAccount(), base.users(),
				base.pools(), base.limits());
	}

	public static DirectorySettings with(DirectorySettings base, Optional<ServiceAccount> account) {
		return new DirectorySettings(base.servers(), base.order(), base.transport(), account, base.users(),
				base.pools(), base.limits());
	}

	/**
	 * Limits short enough to be reached in a test, and long enough for a busy machine.
	 */
	public static Limits briefly() {
		return new Limits(Duration.ofMillis(400), Duration.ofMillis(400), Duration.ofMillis(400),
				Duration.ofMillis(1200));
	}

	public static Directory open(DirectorySettings settings) {
		return new Directory(settings, Directory.DEFAULT_ATTRIBUTES, InstantSource.system(), new SimpleMeterRegistry());
	}

}
