package org.campanile.web.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

import org.campanile.web.page.PreparedForm.Slot;
import org.jspecify.annotations.Nullable;

/**
 * Forms that were rendered a moment ago. Every sign-on begins or ends with one, and all
 * those of a service differ in the values of hidden fields and in their address alone.
 * Thread-safe.
 */
final class PreparedForms {

	/** A template of the home folder may show the date. */
	private static final Duration FRESH = Duration.ofMinutes(1);

	/** Each takes the size of the page, some ten kilobytes. */
	private static final int MOST = 512;

	private final InstantSource clock;

	private final Map<Key, Entry> entries = new ConcurrentHashMap<>();

	/**
	 * What a form is made of besides values.
	 *
	 * @param theme by identity: one that was read anew is another
	 * @param kind which page, and which form of it
	 * @param action where the form goes
	 * @param names of the hidden fields
	 */
	record Key(Theme theme, Locale locale, ServiceView service, Object kind, String action, List<String> names) {
	}

	private record Entry(Optional<PreparedForm> form, Instant until) {
	}

	PreparedForms(InstantSource clock) {
		this.clock = clock;
	}

	/**
	 * The form, rendered now if need be.
	 * @param render makes the page with the fields and the query it is given
	 * @return empty if it cannot be prepared, and has to be rendered each time
	 */
	Optional<PreparedForm> get(Key key, BiFunction<List<HiddenField>, String, PreparedPage> render) {
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

	/** How many are kept. */
	long prepared() {
		return entries.values().stream().filter(entry -> entry.form().isPresent()).count();
	}

	static Optional<PreparedForm> prepare(List<String> names,
			BiFunction<List<HiddenField>, String, PreparedPage> render) {
		// Cannot occur in a name or a text of a service.
		String random = UUID.randomUUID().toString();
		PreparedForm form = prepare(random, names, render);
		// A template that shortens values, or writes them otherwise, leaves pieces
		// behind.
		PreparedForm other = prepare((random + random).toUpperCase(Locale.ROOT), names, render);
		return form != null && other != null && form.isSameAs(other) ? Optional.of(form) : Optional.empty();
	}

	private static @Nullable PreparedForm prepare(String random, List<String> names,
			BiFunction<List<HiddenField>, String, PreparedPage> render) {
		List<HiddenField> fields = new ArrayList<>();
		List<Slot> slots = new ArrayList<>();
		for (String name : names) {
			String marker = random + '.' + fields.size() + '.';
			fields.add(new HiddenField(name, marker));
			slots.add(Slot.field(marker));
		}
		String query = random + ".q.";
		slots.add(Slot.query(query));
		return PreparedForm.of(render.apply(fields, query), random, slots);
	}

}
