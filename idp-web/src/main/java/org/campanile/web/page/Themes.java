package org.campanile.web.page;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.HomeFolder;
import org.campanile.web.page.ThemeLoader.Stamp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides the current theme. Checks the home folder at most once a second, and only when
 * pages are requested. Thread-safe; one request performs the check while others continue
 * with the previous theme.
 */
final class Themes {

	private static final Logger logger = LoggerFactory.getLogger(Themes.class);

	private static final long MILLIS_BETWEEN_LOOKS = 1_000;

	private final Supplier<Branding> branding;

	private final HomeFolder home;

	private final InstantSource time;

	private final AtomicLong lookedAt;

	private volatile Loaded loaded;

	/**
	 * @param branding the current branding; a different one causes a new theme
	 */
	Themes(Supplier<Branding> branding, HomeFolder home, InstantSource time) {
		this.branding = branding;
		this.home = home;
		this.time = time;
		this.lookedAt = new AtomicLong(time.millis());
		this.loaded = Loaded.with(new ThemeLoader(branding.get(), home));
	}

	Theme current() {
		if (loaded.theme().branding() != branding.get()) {
			return rebranded();
		}
		long now = time.millis();
		long last = lookedAt.get();
		// This also holds if the clock was set back.
		boolean due = now - last >= MILLIS_BETWEEN_LOOKS || now < last;
		if (due && lookedAt.compareAndSet(last, now)) {
			look();
		}
		return loaded.theme();
	}

	private synchronized Theme rebranded() {
		Branding wanted = branding.get();
		if (loaded.theme().branding() != wanted) {
			loaded = Loaded.with(new ThemeLoader(wanted, home));
		}
		return loaded.theme();
	}

	/** Writes the one log line for a broken override. */
	static void report(String fault) {
		logger.warn("Override in the home folder: {}", fault);
	}

	/** Ignores a fault; loading lists the folders again and reports it then. */
	private static void ignore(String fault) {
		// Intentionally empty.
	}

	private synchronized void look() {
		List<Stamp> before = loaded.stamps();
		List<Stamp> stamps = loaded.loader().stamps(Themes::ignore);
		if (!stamps.equals(before)) {
			loaded = new Loaded(loaded.loader(), stamps, loaded.loader().load(Themes::report));
			logger.info("Pages reloaded, as these changed in the home folder: {}", changed(before, stamps));
		}
	}

	private String changed(List<Stamp> before, List<Stamp> after) {
		return Stream
			.concat(after.stream().filter(stamp -> !before.contains(stamp)),
					before.stream().filter(stamp -> !after.contains(stamp)))
			.map(stamp -> home.path().relativize(stamp.file()).toString())
			.distinct()
			.collect(Collectors.joining(", "));
	}

	private record Loaded(ThemeLoader loader, List<Stamp> stamps, Theme theme) {

		static Loaded with(ThemeLoader loader) {
			return new Loaded(loader, loader.stamps(Themes::ignore), loader.load(Themes::report));
		}

	}

}
