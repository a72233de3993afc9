package org.campanile.storage.hazelcast;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.CompactSerializationConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SerializerConfig;

/**
 * The types that may be deserialized: those of the stores and, by Java serialization,
 * only the exceptions in which members report failures.
 */
final class Serialization {

	private Serialization() {
	}

	static SerializationConfig config() {
		CompactSerializationConfig forms = new CompactSerializationConfig()
			.setSerializers(new SessionForms.Session(), new SessionForms.Service(), new OneTimeForms.Entry(),
					new KeptRecordForm())
			.setZeroConfigFilter(filter());
		return new SerializationConfig().setCompactSerializationConfig(forms)
			.addSerializerConfig(new SerializerConfig().setTypeClass(SessionProcessor.class)
				.setImplementation(new SessionProcessorSerializer()))
			.addSerializerConfig(new SerializerConfig().setTypeClass(OneTimeProcessor.class)
				.setImplementation(new OneTimeProcessorSerializer()))
			.addSerializerConfig(new SerializerConfig().setTypeClass(RecordProcessor.class)
				.setImplementation(new RecordProcessorSerializer()))
			.setJavaSerializationFilterConfig(filter());
	}

	private static JavaSerializationFilterConfig filter() {
		ClassFilter allowed = new ClassFilter();
		allowed.addPrefixes("java.lang.", "[Ljava.lang.StackTraceElement;", "com.hazelcast.core.",
				"com.hazelcast.spi.exception.", "com.hazelcast.splitbrainprotection.");
		allowed.addClasses("java.io.IOException", "java.io.EOFException", "java.net.SocketException",
				"java.util.ArrayList", "java.util.Collections$EmptyList", "java.util.Collections$UnmodifiableList",
				"java.util.Collections$UnmodifiableCollection", "java.util.Collections$UnmodifiableRandomAccessList",
				"java.util.concurrent.CancellationException", "java.util.concurrent.ExecutionException",
				"java.util.concurrent.TimeoutException", "com.hazelcast.map.ReachedMaxSizeException",
				// Includes the refusal without a majority.
				"com.hazelcast.transaction.TransactionException",
				// If it could not be read, the caller would wait forever: members that
				// join or merge while partitions move.
				"com.hazelcast.internal.partition.PartitionStateVersionMismatchException",
				"com.hazelcast.internal.cluster.impl.ClusterTopologyChangedException",
				"com.hazelcast.internal.cluster.impl.MasterNodeChangedException",
				"com.hazelcast.partition.NoDataMemberInClusterException", "com.hazelcast.query.QueryException",
				"com.hazelcast.nio.serialization.HazelcastSerializationException");
		return new JavaSerializationFilterConfig().setDefaultsDisabled(true).setWhitelist(allowed);
	}

}
