package org.campanile.seal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import org.campanile.testkit.MutableClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LiveKeyRingTests {

	private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");

	private static final Duration DELAY = Duration.ofMinutes(1);

	private final MutableClock clock = new MutableClock(START);

	private final SecureRandom random = new SecureRandom();

	@TempDir
	Path folder;

	@BeforeEach
	void first() throws IOException {
		key("sealing-1.key", 1, START.minus(Duration.ofDays(300)));
	}

	@Test
	void whenAKeyIsDroppedInThenReadAtTheNextLookAndWrittenWithAfterTheDelay() throws IOException {
		LiveKeyRing ring = open();
		key("sealing-2.key", 2, START);
		assertThat(names(ring)).containsExactly(name(1));
		ring.poll();
		assertThat(names(ring)).as("the first writes").containsExactly(name(1), name(2));
		clock.advance(DELAY.minusMillis(1));
		ring.poll();
		assertThat(names(ring)).containsExactly(name(1), name(2));
		clock.advance(Duration.ofMillis(1));
		ring.poll();
		assertThat(names(ring)).containsExactly(name(2), name(1));
		assertThat(ring.describe()).startsWith("now writes: sealing-2.key (" + name(2) + ")");
	}

	/** The file was copied with its original date, so other nodes may not have it yet. */
	@Test
	void whenAKeyThatCameLateHasAnOldFileThenItStillWaits() throws IOException {
		LiveKeyRing ring = open();
		key("sealing-2.key", 2, START.minus(Duration.ofDays(1)));
		ring.poll();
		assertThat(names(ring)).containsExactly(name(1), name(2));
	}

	@Test
	void whenStartedWithAYoungKeyThenTheOlderWrites() throws IOException {
		key("sealing-2.key", 2, START.minusSeconds(59));
		assertThat(names(open())).containsExactly(name(1), name(2));
		key("sealing-2.key", 2, START.minusSeconds(60));
		assertThat(names(open())).containsExactly(name(2), name(1));
	}

	@Test
	void whenAllAreYoungThenTheFirstByNameWrites() throws IOException {
		key("sealing-1.key", 1, START);
		key("sealing-2.key", 2, START.minusSeconds(1));
		assertThat(names(open())).containsExactly(name(1), name(2));
	}

	@Test
	void whenAFileIsOfTheFutureThenItsKeyWritesInTheEnd() throws IOException {
		key("sealing-2.key", 2, START.plus(Duration.ofDays(9)));
		LiveKeyRing ring = open();
		clock.advance(DELAY);
		ring.poll();
		assertThat(names(ring)).containsExactly(name(2), name(1));
	}

	@Test
	void whenAKeyIsRemovedThenDroppedButNeverTheLast() throws IOException {
		key("sealing-2.key", 2, START.minus(DELAY));
		LiveKeyRing ring = open();
		Files.delete(folder.resolve("sealing-1.key"));
		ring.poll();
		assertThat(names(ring)).containsExactly(name(2));
		Files.delete(folder.resolve("sealing-2.key"));
		ring.poll();
		assertThat(names(ring)).containsExactly(name(2));
		assertThat(folder).as("none is made while running").isEmptyDirectory();
		key("sealing-3.key", 3, START);
		ring.poll();
		assertThat(names(ring)).containsExactly(name(3));
	}

	@Test
	void whenTheFolderIsGoneThenTheRingStays() throws IOException {
		LiveKeyRing ring = open();
		Files.delete(folder.resolve("sealing-1.key"));
		Files.delete(folder);
		ring.poll();
		assertThat(names(ring)).containsExactly(name(1));
	}

	@Test
	void whenAFileIsHalfWrittenThenTheRingStaysAndLaterHasIt() throws IOException {
		LiveKeyRing ring = open();
		Files.writeString(folder.resolve("sealing-2.key"), text(2).substring(0, 20));
		Files.write(folder.resolve("sealing-3.key"), new byte[] { -1, 0, 7 });
		Files.createDirectory(folder.resolve("sealing-4.key"));
		ring.poll();
		assertThat(names(ring)).containsExactly(name(1));
		Files.writeString(folder.resolve("sealing-2.key"), text(2));
		ring.poll();
		assertThat(names(ring)).containsExactly(name(1), name(2));
	}

	@Test
	void whenAGoodFileTurnsBadThenItsKeyStays() throws IOException {
		LiveKeyRing ring = open();
		Files.writeString(folder.resolve("sealing-1.key"), "half");
		ring.poll();
		assertThat(names(ring)).containsExactly(name(1));
	}

	@Test
	void whenAKeyIsThereTwiceThenItCountsOnce() throws IOException {
		LiveKeyRing ring = open();
		key("sealing-2.key", 1, START);
		ring.poll();
		assertThat(names(ring)).containsExactly(name(1));
	}

	@Test
	void whenStartedWithABadFileThenRefused() throws IOException {
		Files.writeString(folder.resolve("sealing-2.key"), "half");
		assertThatIllegalArgumentException().isThrownBy(this::open).withMessageContaining("sealing-2.key");
	}

	@Test
	void whenAnotherNodesKeyIsNamedThenReadAtOnceButOnceASecond() throws IOException {
		LiveKeyRing ring = open();
		Sealer here = new Sealer(ring, random);
		assertThat(here.key("0badc0de")).isEmpty();
		key("sealing-2.key", 2, START);
		assertThat(here.key(name(2))).as("looked just now").isEmpty();
		assertThat(here.key("nothex!!")).isEmpty();
		clock.advance(Duration.ofSeconds(1));
		assertThat(here.key(name(2))).isPresent();
	}

	@Test
	void whenAnotherNodesSealComesThenItOpens() throws IOException {
		Sealer here = new Sealer(open(), random);
		key("sealing-2.key", 2, START);
		Sealer there = new Sealer(new KeyRing(List.of(key(2))), random);
		byte[] sealed = there.seal("test", "", new byte[] { 7 });
		assertThat(here.open("test", "", sealed)).map(bytes -> bytes[0]).isEqualTo(Optional.of((byte) 7));
		assertThat(here.ring().newest().name()).as("not yet written with").isEqualTo(name(1));
	}

	private LiveKeyRing open() throws IOException {
		return new LiveKeyRing(new KeyRingLoader(KeyFamily.SEALING, random), folder, DELAY, clock);
	}

	private static List<String> names(LiveKeyRing ring) {
		return ring.current().keys().stream().map(SealingKey::name).toList();
	}

	private static String name(int fill) {
		return key(fill).name();
	}

	private static SealingKey key(int fill) {
		return new SealingKey(Base64.getDecoder().decode(text(fill)));
	}

	private static String text(int fill) {
		byte[] bytes = new byte[SealingKey.LENGTH];
		Arrays.fill(bytes, (byte) fill);
		return Base64.getEncoder().encodeToString(bytes);
	}

	private void key(String file, int fill, Instant modified) throws IOException {
		Path path = Files.writeString(folder.resolve(file), text(fill) + "\n", StandardCharsets.US_ASCII);
		Files.setLastModifiedTime(path, FileTime.from(modified));
	}

}
