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
 * Reads entries of a map from the members that hold copies when the owner of a partition
 * does not answer, because it died or the partition moves. Only a hit counts, because a
 * copy may be incomplete. A change is acknowledged when the copies have it, so a
 * terminated session, for instance, is terminated in its copies as well; a member refuses
 * if it holds no copy of that partition by its own table, if the copy moves, or if it
 * sees no majority. Thread-safe.
 */
final class BackupReads<V> {

	private static final Logger logger = LoggerFactory.getLogger(BackupReads.class);

	/**
	 * The number of attempts, the same as Hazelcast makes for the owner's successor
	 * during the call.
	 */
	private static final int TRIES = 20;

	private final HazelcastInstance hazelcast;

	private final String name;

	/**
	 * @param name the map
	 */
	BackupReads(HazelcastInstance hazelcast, String name) {
		this.hazelcast = hazelcast;
		this.name = name;
	}

	/**
	 * Asks all copies for an entry in parallel, without waiting.
	 * @return completed only if one of them has it
	 */
	CompletableFuture<@Nullable V> find(String key) {
		CompletableFuture<@Nullable V> found = new CompletableFuture<>();
		// A client does not know the copies: its servers do.
		if (hazelcast.getMap(name) instanceof MapProxyImpl<?, ?> map) {
			try {
				ask(map, key, found);
			}
			catch (HazelcastException | IllegalStateException ex) {
				logger.debug("The copies of an entry could not be read", ex);
			}
		}
		return found;
	}

	private void ask(MapProxyImpl<?, ?> map, String key, CompletableFuture<@Nullable V> found) {
		NodeEngine engine = map.getNodeEngine();
		Data data = engine.getSerializationService().toData(key);
		int partition = engine.getPartitionService().getPartitionId(data);
		int copies = map.getTotalBackupCount();
		for (int copy = 1; copy <= copies; copy++) {
			MapOperation read = map.getOperationProvider().createGetOperation(name, data);
			InvocationBuilder invocation = engine.getOperationService()
				.createInvocationBuilder(MapService.SERVICE_NAME, read, partition)
				.setReplicaIndex(copy)
				.setTryCount(TRIES);
			invocation.<@Nullable V>invoke().whenCompleteAsync(complete(found), HazelcastOperations.SAME_THREAD);
		}
	}

	private static <V> BiConsumer<@Nullable V, @Nullable Throwable> complete(CompletableFuture<@Nullable V> found) {
		return (value, failure) -> {
			if (value != null) {
				found.complete(value);
			}
		};
	}

}
