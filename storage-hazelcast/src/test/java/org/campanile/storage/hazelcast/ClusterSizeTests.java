package org.campanile.storage.hazelcast;

import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.impl.MemberImpl;
import com.hazelcast.version.MemberVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the cluster size from which the majority is computed. */
class ClusterSizeTests {

	private final ClusterSize size = new ClusterSize(3);

	private final Member a = member(1, "3");

	private final Member b = member(2, "3");

	private final Member c = member(3, "3");

	@Test
	void whenOneTooManyIsLostThenThatIsSaidForAsLongAsItIsCounted() {
		size.update(List.of(a, b, c, member(4, "3")));
		int expected = size.update(List.of(a, b, c));
		assertThat(expected).isEqualTo(4);
		assertThat(size.fault(List.of(a, b, c), expected)).contains("4 nodes", "did not announce their departure");
	}

	@Test
	void whenAllAgreeThenThatWhoeverIsThere() {
		assertThat(size.update(List.of(a))).isEqualTo(3);
		assertThat(size.update(List.of(a, b, c))).isEqualTo(3);
		assertThat(size.update(List.of(a, c))).isEqualTo(3);
		assertThat(size.fault(List.of(a, b, c), 3)).isEmpty();
	}

	@Test
	void whenMoreAreThereThanSaidThenAsManyAlsoWhenTheyAreLost() {
		Member d = member(4, "3");
		assertThat(size.update(List.of(a, b, c, d))).isEqualTo(4);
		assertThat(size.fault(List.of(a, b, c, d), 4)).contains("4 nodes").contains("more than the 3");
		assertThat(size.update(List.of(a, b))).isEqualTo(4);
	}

	@Test
	void whenMoreAreThereThanSaidAndOneLeavesThenOneLess() {
		Member d = member(4, "3");
		size.update(List.of(a, b, c, d));
		size.leaving(d.getUuid());
		assertThat(size.update(List.of(a, b, c, d))).as("not gone yet").isEqualTo(4);
		assertThat(size.update(List.of(a, b, c))).isEqualTo(3);
	}

	@Test
	void whenOneSaysMoreThenThatAlsoWhenItIsLost() {
		Member d = member(4, "7");
		assertThat(size.update(List.of(a, b, d))).isEqualTo(7);
		assertThat(size.fault(List.of(a, b, d), 7)).contains("[3, 7]");
		assertThat(size.update(List.of(a, b))).isEqualTo(7);
		assertThat(size.update(List.of(a))).isEqualTo(7);
	}

	@Test
	void whenOneThatSaidMoreLeavesThenNoLonger() {
		Member d = member(4, "7");
		size.update(List.of(a, b, d));
		size.leaving(d.getUuid());
		assertThat(size.update(List.of(a, b))).isEqualTo(3);
	}

	@Test
	void whenOneComesAtTheAddressOfALostOneThenItsWordCounts() {
		size.update(List.of(a, b, member(4, "7")));
		size.update(List.of(a, b));
		assertThat(size.update(List.of(a, b, member(4, "3")))).isEqualTo(3);
		assertThat(size.update(List.of(a, b))).isEqualTo(3);
	}

	/** The announcement of a departure is ignored if the member is not present yet. */
	@Test
	void whenAStrangerSaysItLeavesThenNothing() {
		size.update(List.of(a, b, c));
		Member d = member(4, "5");
		size.leaving(d.getUuid());
		size.update(List.of(a, b, c, d));
		assertThat(size.update(List.of(a, b, c))).isEqualTo(5);
	}

	@Test
	void whenOneIsOnlyLookedAtThenNotRemembered() {
		assertThat(size.sizeWith(List.of(a, b, c, member(4, "9")))).isEqualTo(9);
		assertThat(size.update(List.of(a, b, c))).isEqualTo(3);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "none",
			value = { "none, 0", "'', 0", "0, 0", "-3, 0", "3x, 0", "99999999999, 0", "1, 1", "12, 12" })
	void whenItIsNoSizeThenNone(String attribute, int expected) {
		assertThat(ClusterSize.parsed(attribute)).isEqualTo(expected);
	}

	@Test
	void whenOneSaysNothingThenTheOthersDo() {
		Member older = member(4, "");
		assertThat(size.update(List.of(a, b, older))).isEqualTo(3);
		assertThat(size.fault(List.of(a, b, older), 3)).isEmpty();
	}

	private static Member member(int host, String size) {
		try {
			return new MemberImpl.Builder(new Address("10.0.0." + host, 5701)).version(MemberVersion.of("5.7.0"))
				.uuid(UUID.randomUUID())
				.attributes(Map.of(ClusterSize.ATTRIBUTE, size))
				.build();
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
