package org.campanile.saml.metadata;

import java.util.List;

import org.campanile.saml.metadata.MetadataProblem.Severity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs problems of metadata, without flooding the log. */
final class ProblemLog {

	/** The maximum number of lines of one kind about one file. */
	private static final int MAX_LINES = 50;

	private static final Logger log = LoggerFactory.getLogger(MetadataRelyingPartyRegistry.class);

	private ProblemLog() {
	}

	static void write(List<MetadataProblem> problems) {
		problems.stream().limit(MAX_LINES).forEach(problem -> {
			if (problem.severity() == Severity.ERROR) {
				log.error("metadata/{}", problem.message());
			}
			else {
				log.warn("metadata/{}", problem.message());
			}
		});
		if (problems.size() > MAX_LINES) {
			log.warn("metadata/{}: {} more problems of the same file; all are listed by the check command",
					problems.get(0).file(), problems.size() - MAX_LINES);
		}
	}

}
