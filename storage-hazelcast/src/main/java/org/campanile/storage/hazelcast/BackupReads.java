package org.campanile.storage.hazelcast;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.map.impl.MapService;
import com.hazelcast.map.impl.operation.MapOperation;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.operationservice.InvocationBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads sessions from the members that hold copies when the owner of a partition does not
 * answer, because it died or the partition moves. Only a hit counts, because a copy may
 * be incomplete. A change is acknowledged when the copies have it, so a terminated
 * session is terminated in its copies as well; a member refuses if it holds no copy of
 * that partition by its own table, if the copy moves, or if it sees no majority.
 * Thread-safe.
 */
final class BackupReads {

	private static final Logger logger = LoggerFactory.getLogger(BackupReads.class);

	/**
	 * The same number of attempts as Hazelcast makes for the owner's successor during the
	 * call.
	 */
	private static final int TRIES = 20;

	private final HazelcastInstance hazelcast;

	BackupReads(HazelcastInstance hazelcast) {
		this.hazelcast = hazelcast;
	}

	/**
	 * Asks all copies for a session in parallel, without waiting.
	 * @return completed only if one of them has it
	 */
	CompletableFuture<@Nullable SessionRecord> find(String key) {
		CompletableFuture<@Nullable SessionRecord> found = new CompletableFuture<>();
		// A client does not know the copies: its servers do.
		if (HazelcastMaps.sessions(hazelcast) instanceof MapProxyImpl<?, ?> map) {
			try {
				ask(map, key, found);
			}
			catch (HazelcastException | IllegalStateException ex) {
				logger.debug("The copies of a session could not be read", ex);
			}
		}
		return found;
	}

	private static void ask(MapProxyImpl<?, ?> map, String key, CompletableFuture<@Nullable SessionRecord> found) {
		NodeEngine engine = map.getNodeEngine();
		Data name = engine.getSerializationService().toData(key);
		int partition = engine.getPartitionService().getPartitionId(name);
		int copies = map.getTotalBackupCount();
		for (int copy = 1; copy <= copies; copy++) {
			MapOperation read = map.getOperationProvider().createGetOperation(HazelcastMaps.SESSIONS, name);
			InvocationBuilder invocation = engine.getOperationService()
				.createInvocationBuilder(MapService.SERVICE_NAME, read, partition)
				.setReplicaIndex(copy)
				.setTryCount(TRIES);
			invocation.<@Nullable SessionRecord>invoke()
				.whenCompleteAsync(complete(found), HazelcastOperations.SAME_THREAD);
		}
	}

	private static BiConsumer<@Nullable SessionRecord, @Nullable Throwable> complete(
			CompletableFuture<@Nullable SessionRecord> found) {
		return (session, failure) -> {
			if (session != null) {
				found.complete(session);
			}
		};
	}

}
