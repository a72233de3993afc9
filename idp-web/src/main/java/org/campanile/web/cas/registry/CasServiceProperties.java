package org.campanile.web.cas.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.attribute.ValuePattern;
import org.campanile.cas.CasResponses;
import org.campanile.cas.CasService;
import org.campanile.cas.CasService.Logout;
import org.campanile.cas.CasService.Logout.Channel;
import org.campanile.cas.ServiceUrl;
import org.campanile.cas.ServiceUrlPattern;
import org.campanile.service.DisplayInfo;
import org.campanile.service.Service;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A CAS service: a file {@code services/NAME.yaml} of the home folder, whose name is the
 * service's id.
 *
 * @param url the one URL that it has
 * @param prefix the URL below which it owns all, up to the next slash
 * @param pattern a regular expression of its URLs, in RE2 syntax, matched as a whole
 * @param order of several services that own a URL, the one with the lowest counts
 * @param name its name for users
 * @param names the same by language, such as {@code de}
 * @param description a sentence about it
 * @param logo the address of its logo, {@code https:} or {@code data:image/}
 * @param informationUrl a page about it, from which users start again
 * @param privacyUrl its privacy statement
 * @param categories its entity categories, as URIs
 * @param release ids of attributes that it gets besides those of the release rules
 * @param withhold ids of attributes that it never gets
 * @param attributeNames names under which it receives attributes, by id
 * @param usernameAttribute the attribute that is the user's name there
 * @param enabled whether users may sign on to it
 * @param logout how it is told of a logout
 * @param proxy what it may do as a proxy
 */
@NestedProperties("campanile.cas.services.*")
public record CasServiceProperties(@Nullable String url, @Nullable String prefix, @Nullable String pattern,
		@DefaultValue("0") int order, @Nullable String name, @DefaultValue Map<String, String> names,
		@Nullable String description, @Nullable String logo, @Nullable String informationUrl,
		@Nullable String privacyUrl, @DefaultValue List<String> categories, @DefaultValue List<String> release,
		@DefaultValue List<String> withhold, @DefaultValue Map<String, String> attributeNames,
		@Nullable String usernameAttribute, @DefaultValue("true") boolean enabled, @DefaultValue LogoutProperties logout,
		@DefaultValue ProxyProperties proxy) {

	private static final int LOGO_HEIGHT = 48;

	/**
	 * How a service is told of a logout.
	 *
	 * @param channel from server to server, by the browser, or not at all
	 * @param url where to; without it the service URL that the user signed on with
	 */
	public record LogoutProperties(@DefaultValue("back") Channel channel, @Nullable String url) {
	}

	/**
	 * What a service may do as a proxy.
	 *
	 * @param callbacks URLs below which it receives proxy-granting tickets
	 * @param callbackPattern a regular expression of further ones
	 * @param accept whether it accepts tickets that proxies present
	 */
	public record ProxyProperties(@DefaultValue List<String> callbacks, @Nullable String callbackPattern,
			@DefaultValue("false") boolean accept) {
	}

	/**
	 * The service.
	 * @param key the prefix of the keys, for faults
	 * @param attributeIds the ids of all defined attributes; empty if they are not known
	 * @throws IllegalArgumentException for a single fault; the message begins with the key
	 */
	CasService service(String id, String key, Optional<Set<String>> attributeIds, Faults faults) {
		ServiceUrlPattern urls = urls(key);
		attributeIds.ifPresent(known -> {
			release.forEach(each -> faults.check(() -> Faults.requireAttribute(key + ".release", each, known)));
			withhold.forEach(each -> faults.check(() -> Faults.requireAttribute(key + ".withhold", each, known)));
			attributeNames.keySet()
				.forEach(each -> faults
					.check(() -> Faults.requireAttribute(key + ".attribute-names", each, known)));
			if (usernameAttribute != null) {
				faults.check(() -> Faults.requireAttribute(key + ".username-attribute", usernameAttribute, known));
			}
		});
		attributeNames.forEach((attribute, sent) -> {
			if (!CasResponses.isAttributeName(sent)) {
				faults.add(key + ".attribute-names." + attribute + ": '" + sent
						+ "' cannot be the name of an XML element; use letters, digits, '-', '_' and '.'");
			}
		});
		addresses(key, faults);
		return new CasService(id, urls, order, display(), categories.isEmpty() ? Map.of()
				: Map.of(Service.ENTITY_CATEGORY, Set.copyOf(categories)), enabled, Set.copyOf(release),
				Set.copyOf(withhold), usernameAttribute, attributeNames, new Logout(logout.channel(), logout.url()),
				new CasService.Proxying(callbacks(key), proxy.accept()));
	}

	private ServiceUrlPattern urls(String key) {
		List<ServiceUrlPattern> given = new ArrayList<>();
		if (url != null) {
			given.add(new ServiceUrlPattern.Exact(address(key + ".url", url)));
		}
		if (prefix != null) {
			given.add(new ServiceUrlPattern.Prefix(address(key + ".prefix", prefix)));
		}
		if (pattern != null) {
			given.add(new ServiceUrlPattern.Regex(Faults.named(key + ".pattern", () -> ValuePattern.of(pattern))));
		}
		if (given.size() != 1) {
			throw new IllegalArgumentException(key + ".url: the service has " + given.size()
					+ " of url, prefix and pattern; give one, such as prefix: https://app.example.edu/");
		}
		return given.getFirst();
	}

	static ServiceUrl address(String key, String text) {
		return ServiceUrl.of(text)
			.orElseThrow(() -> new IllegalArgumentException(key + ": '" + text
					+ "' is no address that a service can have; give https:// with host and path, without user, "
					+ "fragment, '..' or encoded slashes"));
	}

	private List<ServiceUrlPattern> callbacks(String key) {
		List<ServiceUrlPattern> callbacks = new ArrayList<>();
		proxy.callbacks()
			.forEach(each -> callbacks.add(new ServiceUrlPattern.Prefix(secure(key + ".proxy.callbacks", each))));
		String callbackPattern = proxy.callbackPattern();
		if (callbackPattern != null) {
			callbacks.add(new ServiceUrlPattern.Regex(
					Faults.named(key + ".proxy.callback-pattern", () -> ValuePattern.of(callbackPattern))));
		}
		return callbacks;
	}

	private static ServiceUrl secure(String key, String text) {
		ServiceUrl url = address(key, text);
		if (!url.origin().startsWith("https:")) {
			throw new IllegalArgumentException(
					key + ": '" + text + "' is not https, and proxy-granting tickets go nowhere else; use https");
		}
		return url;
	}

	private void addresses(String key, Faults faults) {
		String logoutUrl = logout.url();
		if (logoutUrl != null) {
			faults.check(() -> address(key + ".logout.url", logoutUrl));
		}
		if (informationUrl != null) {
			faults.check(() -> address(key + ".information-url", informationUrl));
		}
		if (privacyUrl != null) {
			faults.check(() -> address(key + ".privacy-url", privacyUrl));
		}
		if (logo != null && !logo.startsWith("https://") && !logo.startsWith("data:image/")) {
			faults.add(key + ".logo: '" + logo + "' is neither an https: nor a data:image/ address; use one of them");
		}
	}

	private DisplayInfo display() {
		Map<String, String> shown = new HashMap<>();
		names.forEach((language, text) -> shown.put(language.toLowerCase(Locale.ROOT), text));
		if (name != null) {
			shown.putIfAbsent("en", name);
		}
		return new DisplayInfo(shown, single(description),
				logo == null ? List.of() : List.of(new DisplayInfo.Logo(logo, LOGO_HEIGHT, LOGO_HEIGHT)),
				single(informationUrl), single(privacyUrl));
	}

	private static Map<String, String> single(@Nullable String text) {
		return text == null ? Map.of() : Map.of("en", text);
	}

}
