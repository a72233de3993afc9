package org.campanile.testkit.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.SourceQuery;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.attribute.UnusableAnswerException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The contract of every {@link AttributeSource}. An implementation's test class defines
 * how a backend is filled with {@link #USERS} and stopped, and inherits the tests.
 * Deadline, breaker, cache and concurrency limit are not part of a source; {@code
 * GuardedSourceTests} covers them.
 */
@Timeout(120)
public abstract class AttributeSourceContract {

	/** The source's id. */
	protected static final String ID = "under-test";

	/** The attribute with one value. */
	protected static final String MAIL = "mail";

	/** The attribute with any number of values. */
	protected static final String GROUPS = "ou";

	/** A user whose name contains special characters of all kinds. */
	protected static final String STRANGE = "o'neil (ext)*&?/\"x\"=1";

	/** A user for whom the backend returns too much data. */
	protected static final String MANY = "many";

	/** A text that must not occur in any message. */
	protected static final String SECRET = "a-secret-of-the-backend";

	/** The content of the backend, except {@link #MANY}: mail, then groups. */
	protected static final Map<String, List<String>> USERS = Map.of("alice",
			List.of("alice@hr.example.edu", "staff", "library"), "bob", List.of("bob@hr.example.edu"), STRANGE,
			List.of("oneil@hr.example.edu", "guests"), "layla", List.of("layla@hr.example.edu", "الخوارزمي"));

	@AutoClose
	private AttributeSource source;

	/**
	 * A source over a running backend, queried only by {@link SourceQuery#USERNAME}.
	 */
	protected abstract AttributeSource open() throws Exception;

	/** Stops the backend. */
	protected abstract void stop() throws Exception;

	@BeforeEach
	void openSource() throws Exception {
		source = open();
	}

	@Test
	void whenMadeThenItSaysWhatItNeedsAndHas() {
		assertThat(source.id()).isEqualTo(ID);
		assertThat(source.provides()).containsExactlyInAnyOrder(MAIL, GROUPS);
		assertThat(source.parameters()).containsExactly(SourceQuery.USERNAME);
	}

	@Test
	void whenTheUserIsKnownThenAllValuesCome() throws Exception {
		SourceValues values = read("alice");
		assertThat(values.texts(MAIL)).containsExactly("alice@hr.example.edu");
		assertThat(values.texts(GROUPS)).containsExactlyInAnyOrder("staff", "library");
		assertThat(values.texts("OU")).as("names without case").hasSize(2);
		assertThat(values.texts("other")).isEmpty();
	}

	@Test
	void whenAnAttributeHasNoValueThenThereIsNone() throws Exception {
		assertThat(read("bob").texts(MAIL)).containsExactly("bob@hr.example.edu");
		assertThat(read("bob").bytes(GROUPS)).isEmpty();
	}

	@Test
	void whenValuesAreNotAsciiThenTheyArriveAsTheyAre() throws Exception {
		assertThat(read("layla").texts(GROUPS)).containsExactly("الخوارزمي");
	}

	@Test
	void whenANameHasCharactersOfTheLanguageOfTheBackendThenItIsStillThatName() throws Exception {
		assertThat(read(STRANGE).texts(MAIL)).containsExactly("oneil@hr.example.edu");
		assertThat(read(STRANGE).texts(GROUPS)).containsExactly("guests");
	}

	@ParameterizedTest
	@ValueSource(strings = { "nobody", "' OR '1'='1", "alice'--", "alice'; DROP TABLE people; --", "*", "a*",
			"*)(uid=*", "alice)(|(uid=*", "alice\\", "%", "_lice", "..", ".", "../alice", "x/../alice", "alice/",
			"alice?x=1", "alice#", "alice%2F", "alice&uid=bob", "{username}", ":username", "${username}",
			"http://other.example.edu/" })
	void whenTheUserIsUnknownThenThereIsNothingAndNobodyElse(String name) throws Exception {
		SourceValues values = read(name);
		assertThat(values.bytes(MAIL)).isEmpty();
		assertThat(values.bytes(GROUPS)).isEmpty();
		assertThat(read("alice").texts(MAIL)).containsExactly("alice@hr.example.edu");
	}

	@Test
	void whenTheAnswerIsTooMuchThenItIsUnusableAndTheSourceIsNotToBlame() {
		assertThatExceptionOfType(UnusableAnswerException.class).isThrownBy(() -> read(MANY))
			.satisfies(ex -> assertThat(ex.source()).isEqualTo(ID));
		assertThatCode(() -> read("alice")).as("the next one").doesNotThrowAnyException();
	}

	@Test
	void whenTheBackendIsUpThenItIsReached() {
		assertThatCode(source::probe).doesNotThrowAnyException();
	}

	@Test
	void whenTheBackendIsDownThenThatIsSaidWithoutSecrets() throws Exception {
		read("alice");
		stop();
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(() -> read("alice"))
			.satisfies(ex -> assertThat(ex.source()).isEqualTo(ID))
			.satisfies(ex -> assertThat(ex).isNotInstanceOf(UnusableAnswerException.class))
			.satisfies(ex -> assertThat(ex.getMessage()).isNotBlank().doesNotContain(SECRET));
		assertThatExceptionOfType(SourceUnavailableException.class).isThrownBy(source::probe)
			.satisfies(ex -> assertThat(ex.getMessage()).isNotBlank().doesNotContain(SECRET));
	}

	@Test
	void whenAskedForManyAtOnceThenNobodyGetsAnothersValues() throws Exception {
		List<Callable<String>> reads = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			String name = List.of("alice", "bob", "layla").get(i % 3);
			reads.add(() -> name + ' ' + read(name).texts(MAIL));
		}
		try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
			for (Future<String> read : threads.invokeAll(reads)) {
				assertThat(read.get()).isIn("alice [alice@hr.example.edu]", "bob [bob@hr.example.edu]",
						"layla [layla@hr.example.edu]");
			}
		}
	}

	/** The values that the source returns for a user. */
	protected SourceValues read(String username) throws SourceUnavailableException {
		return source.read(new SourceQuery(Map.of(SourceQuery.USERNAME, username)));
	}

}
