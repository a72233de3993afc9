package org.campanile.storage.hazelcast;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.map.impl.MapService;
import com.hazelcast.map.impl.record.Record;
import com.hazelcast.map.impl.recordstore.RecordStore;
import com.hazelcast.spi.impl.AbstractDistributedObject;

/** Dumps all keys and values in the maps of members, in their stored form. */
final class MapDump {

	private MapDump() {
	}

	static byte[] of(List<HazelcastInstance> members) {
		ByteArrayOutputStream dump = new ByteArrayOutputStream();
		for (HazelcastInstance member : members) {
			for (String map : List.of(HazelcastMaps.SESSIONS, HazelcastMaps.ONE_TIME, HazelcastMaps.RECORDS)) {
				forEach(proxy(member, map), (key, value) -> {
					dump.writeBytes(key.toByteArray());
					dump.writeBytes(value.toByteArray());
				});
			}
		}
		return dump.toByteArray();
	}

	/** Returns the keys stored in a map of these members, once for each copy. */
	static List<String> keys(List<HazelcastInstance> members, String map) {
		List<String> keys = new ArrayList<>();
		for (HazelcastInstance member : members) {
			AbstractDistributedObject<?> proxy = proxy(member, map);
			forEach(proxy, (key, value) -> keys.add(proxy.getNodeEngine().getSerializationService().toObject(key)));
		}
		return keys;
	}

	private static AbstractDistributedObject<?> proxy(HazelcastInstance member, String map) {
		return (AbstractDistributedObject<?>) member.<Object, Object>getMap(map);
	}

	/** Visits all stored entries, including expired ones. */
	@SuppressWarnings({ "rawtypes", "unchecked" })
	private static void forEach(AbstractDistributedObject<?> map, BiConsumer<Data, Data> consumer) {
		MapService service = (MapService) map.getService();
		int partitions = map.getNodeEngine().getPartitionService().getPartitionCount();
		for (int i = 0; i < partitions; i++) {
			RecordStore store = service.getMapServiceContext().getExistingRecordStore(i, map.getName());
			if (store != null) {
				store.forEach((key, record) -> consumer.accept((Data) key, (Data) ((Record) record).getValue()), true,
						true);
			}
		}
	}

}
