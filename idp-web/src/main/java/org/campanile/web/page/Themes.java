package org.campanile.web.page;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.campanile.web.page.ThemeLoader.Stamp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The theme of the moment. Looks at the home folder at most once a second, and only while
 * pages are asked for. Thread-safe; the look is taken by one request, the others go on
 * with what there is.
 */
final class Themes {

	private static final Logger logger = LoggerFactory.getLogger(Themes.class);

	private static final long MILLIS_BETWEEN_LOOKS = 1_000;

	private final ThemeLoader loader;

	private final InstantSource time;

	private final AtomicLong lookedAt;

	private volatile Loaded loaded;

	Themes(ThemeLoader loader, InstantSource time) {
		this.loader = loader;
		this.time = time;
		this.lookedAt = new AtomicLong(time.millis());
		this.loaded = new Loaded(loader.stamps(Themes::ignore), loader.load(Themes::report));
	}

	Theme current() {
		long now = time.millis();
		long last = lookedAt.get();
		// Also when the clock was set back.
		boolean due = now - last >= MILLIS_BETWEEN_LOOKS || now < last;
		if (due && lookedAt.compareAndSet(last, now)) {
			look();
		}
		return loaded.theme();
	}

	/** Writes the one log line for a broken override. */
	static void report(String fault) {
		logger.warn("Override in the home folder: {}", fault);
	}

	/** Loading lists the folders again, and reports then. */
	private static void ignore(String fault) {
		// Nothing more to say.
	}

	private void look() {
		List<Stamp> stamps = loader.stamps(Themes::ignore);
		if (!stamps.equals(loaded.stamps())) {
			loaded = new Loaded(stamps, loader.load(Themes::report));
			logger.info("Pages reloaded: templates, texts or style changed in the home folder");
		}
	}

	private record Loaded(List<Stamp> stamps, Theme theme) {
	}

}
