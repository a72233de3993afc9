package org.campanile.consent;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.campanile.service.Service;

/**
 * The rules that decide for which services users are asked for consent. Immutable.
 *
 * @param rules the first that concerns a service decides
 */
public record ConsentPolicy(List<Rule> rules) {

	/** A policy under which nobody is asked. */
	public static final ConsentPolicy NONE = new ConsentPolicy(List.of());

	public ConsentPolicy {
		rules = List.copyOf(rules);
	}

	/**
	 * A rule of the consent policy.
	 *
	 * @param name names it where it is shown
	 * @param audience the users and services that the rule concerns
	 * @param ask whether users are asked
	 * @param choices when a user may want to be asked again, the first by default
	 * @param optional ids of attributes that the user may deny
	 * @param exempt ids of attributes whose values may change without a new consent
	 * @param lifetime how long a consent is valid
	 */
	public record Rule(String name, Audience audience, boolean ask, List<Consent.Choice> choices, Set<String> optional,
			Set<String> exempt, Duration lifetime) {

		public Rule {
			choices = List.copyOf(choices);
			optional = Set.copyOf(optional);
			exempt = Set.copyOf(exempt);
		}

		/** Returns the choice that counts if the given one is no longer offered. */
		Consent.Choice effective(Consent.Choice choice) {
			return choices.contains(choice) ? choice : choices.getFirst();
		}

	}

	/**
	 * Returns the rule by which users of a service are asked; empty if they are not
	 * asked.
	 */
	public Optional<Rule> asking(Service service) {
		return rules.stream().filter(rule -> rule.audience().includes(service)).findFirst().filter(Rule::ask);
	}

}
