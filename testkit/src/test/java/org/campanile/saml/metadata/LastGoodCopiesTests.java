package org.campanile.saml.metadata;

import java.io.IOException;
import java.nio.file.Files;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests which metadata is served after files have become invalid or are gone. */
class LastGoodCopiesTests extends MetadataFolderFixture {

	@Test
	void whenBadAtStartThenTheLastGoodCopyOfTheRunBeforeIsServed() throws IOException {
		write("ä b+c.xml", TestMetadata.service(A));
		start();
		registry.close();
		write("ä b+c.xml", TestMetadata.service(A).substring(9));
		start();
		assertThat(registry.find(A)).isPresent();
		assertThat(errors()).singleElement().asString().contains("ä b+c.xml", "the last valid version is still served");
		registry.poll();
		registry.poll();
		assertThat(registry.find(A)).isPresent();
		write("ä b+c.xml", TestMetadata.service(B));
		registry.poll();
		assertThat(registry.find(A)).isEmpty();
		assertThat(registry.find(B)).isPresent();
	}

	@Test
	void whenTheLastGoodCopyIsDamagedThenNotServed() throws IOException {
		write("a.xml", TestMetadata.service(A));
		start();
		registry.close();
		Files.writeString(copies().get(0), TestMetadata.service(B));
		write("a.xml", "<a/>");
		start();
		assertThat(registry.size()).isZero();
		assertThat(messages()).anyMatch(line -> line.contains("not served") || line.contains("none of its services"));
	}

	@Test
	void whenTheFolderIsGoneAtStartThenTheLastGoodCopiesAreServed() throws IOException {
		write("a.xml", TestMetadata.service(A));
		start();
		registry.close();
		Files.move(home.metadata(), path.resolve("elsewhere"));
		start();
		assertThat(registry.find(A)).isPresent();
		registry.poll();
		assertThat(registry.find(A)).isPresent();
		Files.move(path.resolve("elsewhere"), home.metadata());
		registry.poll();
		assertThat(registry.find(A)).isPresent();
		assertThat(registry.problems()).isEmpty();
	}

	@Test
	void whenAFileWasRemovedWhileStoppedThenItIsNotRevived() throws IOException {
		write("a.xml", TestMetadata.service(A));
		start();
		registry.close();
		Files.delete(home.metadata().resolve("a.xml"));
		start();
		assertThat(registry.find(A)).isEmpty();
		assertThat(copies()).isEmpty();
	}

	@Test
	void whenOurCopyIsDeletedThenItIsMadeAgain() throws IOException {
		write("a.xml", TestMetadata.service(A));
		start();
		Files.delete(copies().get(0));
		assertThat(registry.find(A)).isEmpty();
		assertThat(registry.reasonUnavailable(A)).hasValueSatisfying(reason -> assertThat(reason).contains("read"));
		registry.poll();
		assertThat(registry.find(A)).isPresent();
	}

	@Test
	void whenReplacedOftenThenStaleCopiesAreRemoved() throws IOException {
		start();
		for (int i = 0; i < 20; i++) {
			write("a.xml", TestMetadata.service(TestMetadata.id(i)));
			registry.poll();
			assertThat(registry.find(TestMetadata.id(i))).isPresent();
			assertThat(copies()).hasSizeLessThanOrEqualTo(2);
		}
		registry.poll();
		assertThat(copies()).hasSize(1);
	}

}
