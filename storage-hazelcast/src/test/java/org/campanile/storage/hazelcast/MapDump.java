package org.campanile.storage.hazelcast;

import java.io.ByteArrayOutputStream;
import java.util.List;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.map.impl.MapService;
import com.hazelcast.map.impl.record.Record;
import com.hazelcast.map.impl.recordstore.RecordStore;
import com.hazelcast.spi.impl.AbstractDistributedObject;

/** Everything that lies in the maps of members, keys and values, as it lies there. */
final class MapDump {

	private MapDump() {
	}

	static byte[] of(List<HazelcastInstance> members) {
		ByteArrayOutputStream dump = new ByteArrayOutputStream();
		for (HazelcastInstance member : members) {
			for (String map : List.of(HazelcastMaps.SESSIONS, HazelcastMaps.ONE_TIME)) {
				AbstractDistributedObject<?> proxy = (AbstractDistributedObject<?>) member.<Object, Object>getMap(map);
				MapService service = (MapService) proxy.getService();
				int partitions = member.getPartitionService().getPartitions().size();
				for (int i = 0; i < partitions; i++) {
					add(service.getMapServiceContext().getExistingRecordStore(i, map), dump);
				}
			}
		}
		return dump.toByteArray();
	}

	@SuppressWarnings({ "rawtypes", "unchecked" })
	private static void add(RecordStore store, ByteArrayOutputStream dump) {
		if (store != null) {
			store.forEach((key, record) -> {
				dump.writeBytes(((Data) key).toByteArray());
				dump.writeBytes(((Data) ((Record) record).getValue()).toByteArray());
			}, true);
		}
	}

}
