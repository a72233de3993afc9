package org.campanile.attribute.fake;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.campanile.attribute.AttributeSource;
import org.campanile.testkit.attribute.AttributeSourceContract;

class FakeSourceTests extends AttributeSourceContract {

	private final Map<String, Map<String, List<String>>> users = new HashMap<>();

	private final FakeSource source = new FakeSource(ID, Set.of(MAIL, GROUPS), users);

	FakeSourceTests() {
		USERS.forEach((name, values) -> users.put(name,
				Map.of(MAIL, values.subList(0, 1), GROUPS, values.subList(1, values.size()))));
		users.put(MANY, Map.of(GROUPS, Collections.nCopies(1_001, "group")));
	}

	@Override
	protected AttributeSource open() {
		return source;
	}

	@Override
	protected void stop() {
		source.stop();
	}

}
