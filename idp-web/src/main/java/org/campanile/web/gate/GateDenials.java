package org.campanile.web.gate;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.seal.Sealer;
import org.campanile.web.fault.Problems;

/**
 * Writes one audit line for each denial. nginx does not pass on the page of a denial, and
 * asks again for it, with a header of the first answer. The header is sealed, as a client
 * could send one too. Thread-safe.
 */
@Component
class GateDenials {

	static final String HEADER = "X-Gate-Denied";

	private static final String PURPOSE = "gate-denied";

	private static final int MAX_LENGTH = 512;

	/** The time after the first request within which the second may come. */
	private static final Duration VALID = Duration.ofSeconds(10);

	private final Problems problems;

	private final Sealer sealer;

	private final InstantSource clock;

	GateDenials(Problems problems, Sealer sealer, InstantSource clock) {
		this.problems = problems;
		this.sealer = sealer;
		this.clock = clock;
	}

	/**
	 * Audits a denial, unless it has just been.
	 * @param more further fields of the audit line
	 * @return the code for the page
	 */
	String audit(Problems.Incident incident, Map<String, String> more, HttpServletRequest request,
			HttpServletResponse response) {
		String same = String.join("\n", incident.reason(), String.valueOf(incident.service()), incident.detail(),
				more.toString());
		Optional<String> known = Optional.ofNullable(request.getHeader(HEADER))
			.filter(header -> header.length() <= MAX_LENGTH)
			.flatMap(header -> sealer.openToken(PURPOSE, same, header))
			.flatMap(this::read);
		if (known.isPresent()) {
			return known.get();
		}
		String code = problems.audit(incident, more, request);
		response.setHeader(HEADER,
				sealer.sealToken(PURPOSE, same, (clock.millis() + " " + code).getBytes(StandardCharsets.UTF_8)));
		return code;
	}

	private Optional<String> read(byte[] opened) {
		String text = new String(opened, StandardCharsets.UTF_8);
		int space = text.indexOf(' ');
		Instant at = Instant.ofEpochMilli(Long.parseLong(text.substring(0, space)));
		return clock.instant().isAfter(at.plus(VALID)) ? Optional.empty() : Optional.of(text.substring(space + 1));
	}

}
