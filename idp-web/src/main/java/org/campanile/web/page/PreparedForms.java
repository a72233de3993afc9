package org.campanile.web.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Forms that were rendered a moment ago. Every sign-on ends with one, and all those of a
 * service differ in the values of hidden fields alone. Thread-safe.
 */
final class PreparedForms {

	/** A template of the home folder may tell the time. */
	private static final Duration FRESH = Duration.ofSeconds(5);

	/** Each takes the size of the page, some ten kilobytes. */
	private static final int MOST = 512;

	private final InstantSource clock;

	private final Map<Key, Entry> entries = new ConcurrentHashMap<>();

	/**
	 * What a form is made of besides values.
	 *
	 * @param theme by identity: one that was read anew is another
	 * @param names of the hidden fields
	 */
	record Key(Theme theme, Locale locale, ServiceView service, RedirectPage.Purpose purpose, String destination,
			List<String> names) {
	}

	private record Entry(Optional<PreparedForm> form, Instant until) {
	}

	PreparedForms(InstantSource clock) {
		this.clock = clock;
	}

	/**
	 * The form, rendered now if need be.
	 * @param render makes the page with the fields it is given
	 * @return empty if it cannot be prepared, and has to be rendered each time
	 */
	Optional<PreparedForm> get(Key key, Function<List<HiddenField>, PreparedPage> render) {
		Instant now = clock.instant();
		Entry entry = entries.get(key);
		if (entry == null || !now.isBefore(entry.until())) {
			entry = new Entry(prepare(key.names(), render), now.plus(FRESH));
			if (entries.size() >= MOST) {
				entries.values().removeIf(old -> !now.isBefore(old.until()));
			}
			if (entries.size() >= MOST) {
				entries.clear();
			}
			entries.put(key, entry);
		}
		return entry.form();
	}

	private static Optional<PreparedForm> prepare(List<String> names,
			Function<List<HiddenField>, PreparedPage> render) {
		// Nobody can have it in a name or a text of a service.
		String random = UUID.randomUUID().toString();
		List<HiddenField> fields = IntStream.range(0, names.size())
			.mapToObj(index -> new HiddenField(names.get(index), random + '.' + index + '.'))
			.toList();
		return Optional
			.ofNullable(PreparedForm.of(render.apply(fields), fields.stream().map(HiddenField::value).toList()));
	}

}
