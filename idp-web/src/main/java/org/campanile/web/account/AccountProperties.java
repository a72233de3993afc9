package org.campanile.web.account;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.http.Network;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * The settings of the page on which users see their sessions, factors and consents.
 *
 * @param enabled whether there is one
 * @param freshness how long after a factor was proven a user may change something without
 * proving one again
 * @param history how many sign-ins and refusals are kept of each user; 0 for none
 * @param networks names that users know of networks that they sign in from
 */
@Validated
@ConfigurationProperties("campanile.account")
public record AccountProperties(@DefaultValue("true") boolean enabled, @DefaultValue("10m") @NotNull Duration freshness,
		@DefaultValue("0") int history, @DefaultValue List<NamedNetwork> networks) implements CheckedProperties {

	static final String ENABLED = "campanile.account.enabled";

	private static final int MAX_HISTORY = 100;

	public AccountProperties {
		networks = List.copyOf(networks);
	}

	/**
	 * A network that users know by a name.
	 *
	 * @param name as shown, such as {@code Library}
	 * @param addresses its addresses and CIDR ranges
	 */
	public record NamedNetwork(@Nullable String name, @DefaultValue List<String> addresses) {

		public NamedNetwork {
			addresses = List.copyOf(addresses);
		}

	}

	/** The ranges of a network, and its name. */
	record Place(String name, List<Network> ranges) {
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		faults.check(this::checkedFreshness);
		faults.check(this::checkedHistory);
		faults.check(this::places);
	}

	/**
	 * @throws IllegalArgumentException if it makes no sense; the message begins with the
	 * key
	 */
	Duration checkedFreshness() {
		if (freshness.compareTo(Duration.ofMinutes(1)) < 0 || freshness.compareTo(Duration.ofHours(12)) > 0) {
			throw new IllegalArgumentException("campanile.account.freshness: " + freshness
					+ " is not between a minute and twelve hours; the default is 10m");
		}
		return freshness;
	}

	/** Returns the number of stored events; checked like {@link #checkedFreshness}. */
	int checkedHistory() {
		if (history < 0 || history > MAX_HISTORY) {
			throw new IllegalArgumentException("campanile.account.history: " + history + " is not between 0 and "
					+ MAX_HISTORY + "; 0 keeps nothing, 20 is enough for a page");
		}
		return history;
	}

	/**
	 * Returns the named networks in the order in which they are tried; checked like
	 * {@link #checkedFreshness}.
	 */
	List<Place> places() {
		List<Place> places = new ArrayList<>();
		for (int i = 0; i < networks.size(); i++) {
			String key = "campanile.account.networks[" + i + "]";
			NamedNetwork network = networks.get(i);
			if (network.name() == null || network.name().isBlank()) {
				throw new IllegalArgumentException(key + ".name: missing; give the name that users know it by");
			}
			if (network.addresses().isEmpty()) {
				throw new IllegalArgumentException(key + ".addresses: missing; give addresses or ranges");
			}
			places.add(new Place(network.name(),
					Faults.named(key + ".addresses", () -> network.addresses().stream().map(Network::of).toList())));
		}
		return List.copyOf(places);
	}

}
