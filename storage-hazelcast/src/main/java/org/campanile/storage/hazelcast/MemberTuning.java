package org.campanile.storage.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.map.impl.eviction.MapClearExpiredRecordsTask;
import com.hazelcast.spi.properties.ClusterProperty;

/** What members do at which pace, and what they leave alone. */
final class MemberTuning {

	private MemberTuning() {
	}

	static void apply(Config config, HazelcastStorageProperties properties) {
		config.setProperty(ClusterProperty.LOGGING_TYPE.getName(), "slf4j");
		config.setProperty(ClusterProperty.PHONE_HOME_ENABLED.getName(), "false");
		config.setProperty(ClusterProperty.SOCKET_BIND_ANY.getName(),
				Boolean.toString(properties.onKubernetes() && properties.bindAddress().isBlank()));
		failing(config, properties);
		starting(config);
		expiring(config);
		stopping(config);
	}

	private static void failing(Config config, HazelcastStorageProperties properties) {
		long timeout = properties.callTimeout().toMillis();
		config.setProperty(ClusterProperty.OPERATION_CALL_TIMEOUT_MILLIS.getName(), Long.toString(timeout));
		// Below the call timeout, so that a copy that is not acknowledged is told as
		// such.
		config.setProperty(ClusterProperty.OPERATION_BACKUP_TIMEOUT_MILLIS.getName(), Long.toString(timeout * 2 / 3));
		config.setProperty(ClusterProperty.FAIL_ON_INDETERMINATE_OPERATION_STATE.getName(), "true");
		config.setProperty(ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getName(), "2");
		config.setProperty(ClusterProperty.MAX_NO_HEARTBEAT_SECONDS.getName(), "10");
		// A killed process is told by its refused connections: 2 of them, 50 ms apart, so
		// that calls which wait for it go on elsewhere before their deadline.
		config.setProperty(ClusterProperty.CONNECTION_MONITOR_INTERVAL.getName(), "50");
		config.setProperty(ClusterProperty.CONNECTION_MONITOR_MAX_FAULTS.getName(), "2");
		// What was on its way to it is tried at its successor this often; half a second,
		// the default, is most of a deadline.
		config.setProperty(ClusterProperty.INVOCATION_RETRY_PAUSE.getName(), "50");
	}

	private static void starting(Config config) {
		config.setProperty(ClusterProperty.WAIT_SECONDS_BEFORE_JOIN.getName(), "1");
		config.setProperty(ClusterProperty.MAX_JOIN_SECONDS.getName(), "60");
		// Parts that began alone, or were cut off, find each other soon.
		config.setProperty(ClusterProperty.MERGE_FIRST_RUN_DELAY_SECONDS.getName(), "10");
		config.setProperty(ClusterProperty.MERGE_NEXT_RUN_DELAY_SECONDS.getName(), "10");
		// A partition answers nobody while it moves. Ten at once, the default, wait for
		// each other at a member that has just started, for seconds where many sessions
		// are to be put into its indexes.
		config.setProperty(ClusterProperty.PARTITION_MAX_PARALLEL_MIGRATIONS.getName(), "2");
		// Else a read that comes while a partition moves may find nothing where a session
		// is, and its person is asked for the password; now it waits for the end of that.
		config.setProperty(ClusterProperty.DISABLE_STALE_READ_ON_PARTITION_MIGRATION.getName(), "true");
	}

	private static void expiring(Config config) {
		// By default, once a member has died, a copy that has more entries than its owner
		// removes the surplus, picked at random. Copies keep expired entries longer than
		// owners do, so that live sessions went. It serves max-idle expiry, which none of
		// our maps has.
		config.setProperty(MapClearExpiredRecordsTask.PROP_PRIMARY_DRIVES_BACKUP, "false");
	}

	private static void stopping(Config config) {
		// The application closes the member once it has drained. A hook would run beside
		// that, and take the store from requests under way.
		config.setProperty(ClusterProperty.SHUTDOWNHOOK_ENABLED.getName(), "false");
		config.setProperty(ClusterProperty.SHUTDOWNHOOK_POLICY.getName(), "GRACEFUL");
		config.setProperty(ClusterProperty.GRACEFUL_SHUTDOWN_MAX_WAIT.getName(), "30");
	}

}
