package org.campanile.web.consent;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.campanile.consent.Acknowledgements;
import org.campanile.consent.ConsentApproval;
import org.campanile.consent.ConsentPolicy;
import org.campanile.consent.NoticeApproval;
import org.campanile.consent.ReleasedItem;
import org.campanile.consent.TermsApproval;
import org.campanile.explain.ApprovalNotes;
import org.campanile.explain.UnexplainedException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.config.ConfigurationReport;

/**
 * Explains which pages a user would see between a login and a service, as the server is
 * configured. Thread-safe.
 */
public final class ConfiguredApprovals implements ApprovalNotes {

	private final Supplier<Policies> policies;

	private final @Nullable Stored stored;

	private final InstantSource clock;

	/**
	 * @param stored null if no store is at hand
	 */
	ConfiguredApprovals(Supplier<Policies> policies, @Nullable Stored stored, InstantSource clock) {
		this.policies = policies;
		this.stored = stored;
		this.clock = clock;
	}

	record Policies(NoticeApproval.Policy notices, TermsApproval.Policy terms, ConsentPolicy consent) {
	}

	record Stored(Acknowledgements acknowledgements, ConsentApproval consent) {
	}

	/**
	 * Returns the approvals that a home folder configures; what users agreed to is not
	 * known.
	 */
	public static ApprovalNotes ofHome(ConfigurationReport configuration, Set<String> attributeIds,
			InstantSource clock) {
		Optional<Set<String>> ids = Optional.of(attributeIds);
		Policies policies = new Policies(configuration.group(InterruptsProperties.class).read(ids).policy(),
				configuration.group(TermsProperties.class).policy(ids),
				configuration.group(ConsentProperties.class).policy(ids));
		return new ConfiguredApprovals(() -> policies, null, clock);
	}

	@Override
	public List<String> of(Asked asked) throws UnexplainedException {
		try {
			Policies current = policies.get();
			List<String> lines = new ArrayList<>();
			current.notices()
				.shownAfterLogin(asked.service(), asked.user(), clock.instant())
				.forEach(notice -> lines.add("a login shows the message '" + notice.id() + "'"
						+ (notice.once() ? ", once to each user" : "")));
			List<TermsApproval.Terms> terms = current.terms().of(asked.service(), asked.user());
			List<Acknowledgements.Acknowledgement> accepted = stored == null || terms.isEmpty() ? List.of()
					: stored.acknowledgements().of(asked.principal());
			terms.forEach(each -> lines.add("terms of use '" + each.id() + "', version " + each.fingerprint() + ": "
					+ (stored == null ? "must be accepted; only the running server knows whether they are"
							: TermsApproval.isAccepted(each, accepted) ? "accepted"
									: "not accepted yet, so a sign-on asks")));
			consent(asked, current.consent()).ifPresent(lines::add);
			return lines;
		}
		catch (StoreUnavailableException ex) {
			throw new UnexplainedException(UnexplainedException.Kind.UNAVAILABLE,
					"what the user agreed to could not be read: " + ex.getMessage());
		}
	}

	private Optional<String> consent(Asked asked, ConsentPolicy policy) throws StoreUnavailableException {
		if (stored == null) {
			return policy.asking(asked.service())
				.map(rule -> "consent: '" + rule.name()
						+ "' asks for it; only the running server knows whether it was given");
		}
		return stored.consent()
			.explain(asked.principal(), asked.service(), asked.name(), asked.released())
			.map(page -> "consent: " + (ConsentApproval.isGiven(page) ? "given" : "a sign-on asks for it") + ", by '"
					+ page.rule().name() + "'; the page shows "
					+ page.items().stream().map(item -> words(item, page)).collect(Collectors.joining(", ")));
	}

	private static String words(ReleasedItem item, ConsentApproval.Asked page) {
		String name = item.id().equals(ReleasedItem.NAME) ? "the name at the service" : item.id();
		return page.wasDenied(item) ? name + " (withheld)" : page.isOptional(item) ? name + " (optional)" : name;
	}

}
