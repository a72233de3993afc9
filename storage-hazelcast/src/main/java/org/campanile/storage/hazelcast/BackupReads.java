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
 * Reads sessions from the members that hold copies, for when the owner of a partition
 * does not answer: it died, or its partition moves. Only what is found there counts: a
 * copy may still be on its way. A change is acknowledged when the copies have it, so that
 * an ended session has ended in its copies as well; and the member that is asked refuses
 * when it holds no copy of that partition by its own table, when the copy moves, or when
 * it sees no majority. Thread-safe.
 */
final class BackupReads {

	private static final Logger logger = LoggerFactory.getLogger(BackupReads.class);

	/** As often as the owner's successor is looked for while the call lasts. */
	private static final int TRIES = 20;

	private final HazelcastInstance hazelcast;

	BackupReads(HazelcastInstance hazelcast) {
		this.hazelcast = hazelcast;
	}

	/**
	 * Asks for a session at all copies at once, without waiting.
	 * @return completed only if one of them has it
	 */
	CompletableFuture<@Nullable SessionRecord> find(String key) {
		CompletableFuture<@Nullable SessionRecord> found = new CompletableFuture<>();
		// A client knows no copies: its servers do.
		if (HazelcastMaps.sessions(hazelcast) instanceof MapProxyImpl<?, ?> map) {
			try {
				ask(map, key, found);
			}
			catch (HazelcastException | IllegalStateException ex) {
				logger.debug("The copies of a session could not be asked", ex);
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
				.whenCompleteAsync(complete(found), HazelcastOperations.AT_ONCE);
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
