package org.campanile.web.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.WebUtils;

/**
 * Selects the language for a user: {@code ?lang=}, else the cookie, else the browser's
 * preference, else the default. Immutable.
 */
final class Languages {

	private static final String PARAMETER = "lang=";

	/**
	 * The parameters of the server's pages, and of the requests that are answered by a
	 * page at their own address: of SAML (SAML Bindings 3.4.4.1), of Shibboleth's
	 * unsolicited sign-on, of CAS (CAS Protocol 3.0.3, 2.1.1) and of the gate. All
	 * others, which may contain a password or anything else, are not repeated in links.
	 */
	private static final Set<String> KEPT = Set.of("flow", "since", "instead", "step", "shared_computer",
			"trust_device", "still", "id", "fault", "ticket", "SAMLRequest", "SAMLResponse", "SAMLEncoding",
			"RelayState", "SigAlg", "Signature", "providerId", "shire", "target", "time", "service", "TARGET", "renew",
			"gateway", "method", "authn_method", "url", "browser", "demand");

	private static final int SECONDS_PER_YEAR = 31_536_000;

	private static final Set<String> RIGHT_TO_LEFT = Set.of("ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "syr",
			"ug", "ur", "yi");

	private static final Set<String> RIGHT_TO_LEFT_SCRIPTS = Set.of("Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc",
			"Thaa");

	private final List<Locale> offered;

	private final Locale fallback;

	private final String cookieName;

	private final boolean secure;

	/**
	 * @param secure whether the server is reached only by https
	 */
	Languages(Branding branding, boolean secure) {
		this.offered = branding.languages();
		this.fallback = branding.defaultLanguage();
		this.cookieName = secure ? "__Host-" + branding.languageCookie() : branding.languageCookie();
		this.secure = secure;
	}

	Locale choose(HttpServletRequest request) {
		Locale wanted = asked(request);
		if (wanted == null) {
			wanted = remembered(request);
		}
		if (wanted == null) {
			wanted = preferred(request);
		}
		return wanted == null ? fallback : wanted;
	}

	/**
	 * Like {@link #choose(HttpServletRequest)} for a request that is not parsed.
	 * @param target the request's target, with its query
	 * @param cookies its header {@code Cookie}; empty without it
	 * @param preferred the languages that the browser prefers, the first most
	 * @return empty if the user may have chosen a language, which takes parsing to know
	 */
	Optional<Locale> choose(String target, String cookies, List<Locale> preferred) {
		if (target.contains(PARAMETER) || cookies.contains(cookieName)) {
			return Optional.empty();
		}
		Locale wanted = firstOffered(preferred);
		return Optional.of(wanted == null ? fallback : wanted);
	}

	/** Sets the cookie if this request chooses a language. */
	void remember(HttpServletRequest request, HttpServletResponse response) {
		Locale asked = asked(request);
		if (asked != null && !asked.equals(remembered(request))) {
			response.addHeader("Set-Cookie", cookieName + '=' + asked.toLanguageTag() + "; Path=/; Max-Age="
					+ SECONDS_PER_YEAR + "; SameSite=Lax; HttpOnly" + (secure ? "; Secure" : ""));
		}
	}

	/**
	 * Links to the same page in each language; none if there is only one language.
	 * @param url the page's URL, absolute or only a query; null if it has none
	 */
	List<LanguageLink> links(Locale current, @Nullable String url) {
		if (url == null || offered.size() < 2) {
			return List.of();
		}
		int query = url.indexOf('?');
		String path = query < 0 ? url : url.substring(0, query);
		String others = query < 0 ? "" : withoutChoice(url.substring(query + 1));
		String prefix = path + '?' + others + (others.isEmpty() ? "" : "&") + PARAMETER;
		List<LanguageLink> links = new ArrayList<>(offered.size());
		for (Locale locale : offered) {
			String tag = locale.toLanguageTag();
			links.add(new LanguageLink(tag, nameOf(locale), prefix + tag, locale.equals(current)));
		}
		return links;
	}

	/**
	 * The URL at which a GET shows the same page again, relative to itself and with known
	 * parameters only: the path of a request must not be repeated, as {@code //host/}
	 * would lead elsewhere.
	 */
	static @Nullable String addressOf(HttpServletRequest request) {
		if (!"GET".equals(request.getMethod())) {
			return null;
		}
		String query = request.getQueryString();
		if (query == null) {
			return "?";
		}
		StringBuilder kept = new StringBuilder(query.length() + 1).append('?');
		for (String parameter : query.split("&")) {
			int value = parameter.indexOf('=');
			if (value > 0 && KEPT.contains(parameter.substring(0, value))) {
				kept.append(kept.length() == 1 ? "" : "&").append(parameter);
			}
		}
		return kept.toString();
	}

	/**
	 * The query without the parameter of the language; null if none.
	 */
	static @Nullable String query(String url) {
		String others = url.startsWith("?") ? withoutChoice(url.substring(1)) : "";
		return others.isEmpty() ? null : others;
	}

	static String direction(Locale locale) {
		boolean rightToLeft = locale.getScript().isEmpty() ? RIGHT_TO_LEFT.contains(locale.getLanguage())
				: RIGHT_TO_LEFT_SCRIPTS.contains(locale.getScript());
		return rightToLeft ? "rtl" : "ltr";
	}

	static String nameOf(Locale locale) {
		String name = locale.getDisplayName(locale);
		int first = name.offsetByCodePoints(0, 1);
		return name.substring(0, first).toUpperCase(locale) + name.substring(first);
	}

	/**
	 * Returns the language from the query only: the container's parameter methods would
	 * read the body of a POST, which may be what has failed.
	 */
	private @Nullable Locale asked(HttpServletRequest request) {
		String query = request.getQueryString();
		if (query == null || !query.contains(PARAMETER)) {
			return null;
		}
		for (String parameter : query.split("&")) {
			if (parameter.startsWith(PARAMETER)) {
				return offered(parameter.substring(PARAMETER.length()));
			}
		}
		return null;
	}

	private @Nullable Locale remembered(HttpServletRequest request) {
		Cookie cookie = WebUtils.getCookie(request, cookieName);
		return cookie == null ? null : offered(cookie.getValue());
	}

	private @Nullable Locale preferred(HttpServletRequest request) {
		if (request.getHeader("Accept-Language") == null) {
			// The container would return the JVM's default locale.
			return null;
		}
		return firstOffered(Collections.list(request.getLocales()));
	}

	private @Nullable Locale firstOffered(List<Locale> preferred) {
		for (Locale wanted : preferred) {
			for (Locale locale : offered) {
				if (locale.equals(wanted)) {
					return locale;
				}
			}
			for (Locale locale : offered) {
				if (locale.getLanguage().equals(wanted.getLanguage())) {
					return locale;
				}
			}
		}
		return null;
	}

	private @Nullable Locale offered(String tag) {
		for (Locale locale : offered) {
			if (locale.toLanguageTag().equalsIgnoreCase(tag)) {
				return locale;
			}
		}
		return null;
	}

	private static String withoutChoice(String query) {
		if (!query.contains(PARAMETER)) {
			return query;
		}
		StringBuilder rest = new StringBuilder(query.length());
		for (String parameter : query.split("&")) {
			if (!parameter.startsWith(PARAMETER)) {
				rest.append(rest.isEmpty() ? "" : "&").append(parameter);
			}
		}
		return rest.toString();
	}

	/**
	 * The same page in a language.
	 *
	 * @param tag the language, BCP 47
	 * @param name its name in that language
	 * @param url the target
	 * @param current whether the page is in that language
	 */
	public record LanguageLink(String tag, String name, String url, boolean current) {
	}

}
