package org.campanile.web.fault;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.access.AccessPolicy.Decision.Deny;
import org.campanile.seal.Sealer;
import org.campanile.web.page.Problem;

/**
 * URLs that show an error page again, for the language links of a page that answers a
 * POST. The content is sealed in the URL, so that nobody else can forge such a page.
 * Thread-safe.
 */
@Component
public class ProblemLinks {

	/** Takes the parameter {@code id}. */
	public static final String PATH = "/problem";

	private static final String PURPOSE = "problem";

	private static final Duration LIFETIME = Duration.ofHours(1);

	private static final int MAX_TOKEN = 16_384;

	/** In characters, of all languages together. */
	private static final int MAX_TRANSLATIONS = 2_000;

	private final Sealer sealer;

	private final InstantSource clock;

	private final String prefix;

	ProblemLinks(Sealer sealer, InstantSource clock, IdentityProvider identityProvider) {
		this.sealer = sealer;
		this.clock = clock;
		this.prefix = identityProvider.contextPath() + PATH + "?id=";
	}

	/**
	 * A page that was shown.
	 *
	 * @param code the code of its audit line
	 * @param time when that was written
	 * @param service the entityID of the service that the page names; empty if none
	 * @param startUrl where that service is started again; empty if unknown
	 * @param denied what the access rule says to the user; null for another problem
	 */
	public record Shown(Problem problem, String code, Instant time, String service, String startUrl,
			@Nullable Deny denied) {

		/** Not of access rules. */
		public Shown(Problem problem, String code, Instant time, String service, String startUrl) {
			this(problem, code, time, service, startUrl, null);
		}

	}

	/** The URL that shows it again. */
	public String to(Shown page) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (DataOutputStream data = new DataOutputStream(bytes)) {
			data.writeUTF(page.problem().name());
			data.writeUTF(page.code());
			data.writeLong(page.time().getEpochSecond());
			data.writeUTF(page.service());
			data.writeUTF(page.startUrl().length() > MAX_TOKEN / 2 ? "" : page.startUrl());
			if (page.denied() != null) {
				write(page.denied(), data);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("writing to memory does not fail", ex);
		}
		return prefix + sealer.sealToken(PURPOSE, "", bytes.toByteArray());
	}

	/** Translations that the address has no room for are left out. */
	private static void write(Deny denied, DataOutputStream data) throws IOException {
		data.writeUTF(Objects.requireNonNullElse(denied.missing(), ""));
		data.writeUTF(Objects.requireNonNullElse(denied.contact(), ""));
		boolean room = denied.translations().values().stream().mapToInt(String::length).sum() <= MAX_TRANSLATIONS;
		Map<String, String> translations = room ? denied.translations() : Map.of();
		data.writeByte(translations.size());
		for (Map.Entry<String, String> translation : translations.entrySet()) {
			data.writeUTF(translation.getKey());
			data.writeUTF(translation.getValue());
		}
	}

	/** Its rule is in the audit log only. */
	private static @Nullable Deny readDenied(DataInputStream data) throws IOException {
		if (data.available() == 0) {
			return null;
		}
		String missing = data.readUTF();
		String contact = data.readUTF();
		Map<String, String> translations = new HashMap<>();
		for (int left = data.readUnsignedByte(); left > 0; left--) {
			translations.put(data.readUTF(), data.readUTF());
		}
		return new Deny("", missing.isEmpty() ? null : missing, contact.isEmpty() ? null : contact, translations);
	}

	/**
	 * @return empty if it was not created by this server, or is too old
	 */
	public Optional<Shown> read(String id) {
		if (id.length() > MAX_TOKEN) {
			return Optional.empty();
		}
		try {
			return sealer.openToken(PURPOSE, "", id)
				.map(ProblemLinks::parse)
				.filter(page -> clock.instant().isBefore(page.time().plus(LIFETIME)));
		}
		catch (IllegalArgumentException ex) {
			// A problem that exists only in another version of this server.
			return Optional.empty();
		}
	}

	private static Shown parse(byte[] bytes) {
		try (DataInputStream data = new DataInputStream(new ByteArrayInputStream(bytes))) {
			return new Shown(Problem.valueOf(data.readUTF()), data.readUTF(), Instant.ofEpochSecond(data.readLong()),
					data.readUTF(), data.readUTF(), readDenied(data));
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("sealed by another version of this server", ex);
		}
	}

}
