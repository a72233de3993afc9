package org.campanile.perf.environment;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldif.LDIFException;
import com.unboundid.ldif.LDIFReader;
import org.campanile.perf.load.Population;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PeopleLdifTests {

	@Test
	void whenWrittenTwiceThenBytesAreTheSame() throws IOException {
		assertThat(ldif(new Population(500))).isEqualTo(ldif(new Population(500)));
	}

	@Test
	void whenTheSeedDiffersThenNamesDo() throws IOException {
		assertThat(ldif(new Population(10, 1))).isNotEqualTo(ldif(new Population(10, 2)));
	}

	@Test
	void whenThePopulationGrowsThenThoseWhoWereThereStayAsTheyAre() {
		assertThat(PeopleLdif.user(new Population(10), 7)).isEqualTo(PeopleLdif.user(new Population(1_000_000), 7));
	}

	@Test
	void whenReadByAnotherLibraryThenEveryEntryIsThere() throws Exception {
		List<Entry> entries = entries(new Population(1_000));

		assertThat(entries).hasSize(1 + 1 + Campus.UNITS.size() + 1 + 1_000);
		Set<String> parents = new HashSet<>();
		for (Entry entry : entries) {
			String parent = entry.getParentDNString();
			assertThat(entry.getDN().equals(Campus.BASE_DN) || parents.contains(parent)).as(entry.getDN()).isTrue();
			parents.add(entry.getDN());
		}
	}

	@Test
	void whenReadThenEachPersonHasTwelveAttributesAndMoreOfItsOwn() throws Exception {
		Set<String> names = new HashSet<>();
		Set<String> mails = new HashSet<>();
		Map<String, Integer> units = new HashMap<>();
		for (Entry entry : people(new Population(1_000))) {
			assertThat(entry.getAttributes()).hasSizeGreaterThanOrEqualTo(12);
			assertThat(Campus.RELEASED).allSatisfy(name -> assertThat(entry.hasAttribute(name)).as(name).isTrue());
			names.add(entry.getAttributeValue("uid"));
			mails.add(entry.getAttributeValue("mail"));
			units.merge(entry.getAttributeValue("ou"), 1, Integer::sum);
		}

		assertThat(names).hasSize(1_000).contains("u000000", "u000999");
		assertThat(mails).hasSize(1_000).allMatch(mail -> mail.matches("[a-z]+\\.[a-z]+\\.\\d+@example\\.edu"));
		assertThat(units).hasSize(10).allSatisfy((unit, count) -> assertThat(count).isEqualTo(100));
	}

	@Test
	void whenReadThenNamesBeyondAsciiAreWhole() throws Exception {
		assertThat(people(new Population(1_000))).extracting(entry -> entry.getAttributeValue("cn"))
			.anyMatch(name -> name.contains("ü"))
			.noneMatch(name -> name.contains("\uFFFD"));
	}

	@Test
	void whenManyThenEntriesAreOfOneSize() throws IOException {
		int few = ldif(new Population(1_000)).length;
		int many = ldif(new Population(20_000)).length;

		assertThat((double) many / 20_000).isBetween(0.95 * few / 1_000, 1.05 * few / 1_000);
	}

	private static List<Entry> people(Population population) throws IOException, LDIFException {
		return entries(population).stream().filter(entry -> entry.hasAttribute("uid")).toList();
	}

	private static List<Entry> entries(Population population) throws IOException, LDIFException {
		List<Entry> entries = new ArrayList<>();
		try (LDIFReader reader = new LDIFReader(new ByteArrayInputStream(ldif(population)))) {
			for (Entry entry = reader.readEntry(); entry != null; entry = reader.readEntry()) {
				entries.add(entry);
			}
		}
		return entries;
	}

	private static byte[] ldif(Population population) throws IOException {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		PeopleLdif.write(population, out);
		return out.toByteArray();
	}

}
