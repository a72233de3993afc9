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
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.seal.Sealer;
import org.campanile.web.page.DisplayText;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ProblemPage;

/**
 * URLs that show an error page again, for the language links of a page whose request must
 * not be repeated. The content is sealed in the URL, so that nobody else can forge such a
 * page. Thread-safe.
 */
@Component
public class ProblemLinks {

	/** Takes the parameter {@code id}. */
	public static final String PATH = "/problem";

	private static final String PURPOSE = "problem";

	private static final Duration LIFETIME = Duration.ofHours(1);

	private static final int MAX_TOKEN = 16_384;

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
	 * @param denial what an access rule says to the user; null for another problem
	 */
	public record Shown(Problem problem, String code, Instant time, String service, String startUrl,
			ProblemPage.@Nullable Denial denial) {
	}

	/** Returns the URL that shows the page again. */
	public String to(Shown page) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (DataOutputStream data = new DataOutputStream(bytes)) {
			data.writeUTF(page.problem().name());
			data.writeUTF(page.code());
			data.writeLong(page.time().getEpochSecond());
			data.writeUTF(page.service());
			data.writeUTF(page.startUrl().length() > MAX_TOKEN / 2 ? "" : page.startUrl());
			ProblemPage.Denial denial = page.denial();
			if (denial != null) {
				// The page shows no more of a text.
				data.writeUTF(denial.missing() == null ? ""
						: Objects.requireNonNullElse(DisplayText.description(denial.missing()), ""));
				data.writeUTF(Objects.requireNonNullElse(denial.contact(), ""));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("writing to memory does not fail", ex);
		}
		return prefix + sealer.sealToken(PURPOSE, "", bytes.toByteArray());
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
					data.readUTF(), data.readUTF(),
					data.available() == 0 ? null : new ProblemPage.Denial(text(data), text(data)));
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("sealed by another version of this server", ex);
		}
	}

	private static @Nullable String text(DataInputStream data) throws IOException {
		String text = data.readUTF();
		return text.isEmpty() ? null : text;
	}

}
