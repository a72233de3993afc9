package org.campanile.web.management;

import org.junit.jupiter.api.Test;

import org.campanile.record.UnreadableRecordException;
import org.campanile.store.StoreUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;

class AnswersTests {

	@Test
	void whenARecordCannotBeReadThenThatIsNotAStoreThatDoesNotAnswer() {
		assertThat(Answers.of(() -> {
			throw new UnreadableRecordException("no key opens it");
		}).getStatus()).isEqualTo(409);
		assertThat(Answers.of(() -> {
			throw new StoreUnavailableException("no answer");
		}).getStatus()).isEqualTo(503);
	}

}
