package org.campanile.web.page;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.campanile.guard.SteadyClock;
import org.campanile.web.page.PreparedForm.Slot;
import org.jspecify.annotations.Nullable;

/**
 * A cache of rendered forms. Every sign-on begins or ends with a form, and all forms of a
 * service differ only in the values of hidden fields and in their URL. Thread-safe.
 */
final class PreparedForms {

	/**
	 * The lifetime of a rendered form; short, as a template of the home folder may show
	 * the date.
	 */
	private static final Duration FRESH = Duration.ofMinutes(1);

	/**
	 * The maximum number of forms; each takes the size of a page, about ten kilobytes.
	 */
	private static final int MOST = 512;

	private final Cache<Key, Optional<PreparedForm>> forms;

	/**
	 * All properties of a form except the values.
	 *
	 * @param theme compared by identity: a reloaded theme is a different one
	 * @param kind the page and its variant
	 * @param action the target of the form
	 * @param names of the hidden fields
	 */
	record Key(Theme theme, Locale locale, ServiceView service, Object kind, String action, List<String> names) {
	}

	PreparedForms(InstantSource clock) {
		forms = Caffeine.newBuilder()
			.maximumSize(MOST)
			.expireAfterWrite(FRESH)
			.ticker(new SteadyClock(clock)::currentTimeNanos)
			.executor(Runnable::run)
			.build();
	}

	/**
	 * The form, rendered if it is not cached.
	 * @param render renders the page with the given fields and query
	 * @return empty if it cannot be cached and has to be rendered each time
	 */
	Optional<PreparedForm> get(Key key, BiFunction<List<HiddenField>, String, PreparedPage> render) {
		return forms.get(key, missing -> prepare(missing.names(), render));
	}

	/** The number of cached forms. */
	long prepared() {
		return forms.asMap().values().stream().filter(Optional::isPresent).count();
	}

	static Optional<PreparedForm> prepare(List<String> names,
			BiFunction<List<HiddenField>, String, PreparedPage> render) {
		// Cannot occur in a name or a text of a service.
		String random = UUID.randomUUID().toString();
		PreparedForm form = prepare(random, names, render);
		// Detects templates that shorten or transform values.
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
