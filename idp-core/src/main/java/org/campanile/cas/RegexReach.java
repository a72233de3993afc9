package org.campanile.cas;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.campanile.attribute.ValuePattern;

/**
 * Finds addresses that a regular expression for service URLs matches although its author
 * probably did not mean them. It tries what an attacker would: a dot that matches any
 * letter, an end that lets the name of the host continue, a wildcard that crosses a
 * slash.
 */
public final class RegexReach {

	private static final String STRANGER = "stranger.invalid";

	/** An address on the Internet, for classes that exclude dots but not slashes. */
	private static final String WITHOUT_DOTS = "[2001:db8::1]";

	private RegexReach() {
	}

	/**
	 * Returns a warning, with its remedy, for each thing that the pattern matches beyond
	 * what was probably meant, or for the reason why it matches nothing. Empty if nothing
	 * was found.
	 */
	public static List<String> warnings(ValuePattern pattern) {
		Optional<String> anywhere = Stream.of("https://", "http://")
			.flatMap(scheme -> Stream.of(scheme + STRANGER + "/", scheme + STRANGER + "/x"))
			.filter(pattern::matches)
			.findFirst();
		if (anywhere.isPresent()) {
			return List
				.of("it matches every site, so that anyone who sends a user here with an address of their own gets "
						+ "a ticket and the user's attributes; name the hosts, as in ^https://app\\.example\\.edu/.*");
		}
		List<String> samples = RegexSamples.of(pattern.toString()).stream().filter(pattern::matches).toList();
		List<ServiceUrl> urls = samples(pattern);
		if (urls.isEmpty()) {
			return samples.isEmpty() ? List.of() : List.of(unreachable(samples));
		}
		List<String> warnings = new ArrayList<>();
		first(pattern, urls, RegexReach::continued).ifPresent(found -> warnings.add("it also matches " + found
				+ ", because nothing ends the name of the host; put a slash after it, as in \\.edu/.*"));
		first(pattern, urls, RegexReach::inside).ifPresent(found -> warnings.add("it also matches " + found
				+ ", because a wildcard before the name of the host matches slashes; write [^/]* or ([a-z0-9-]+\\.)* "
				+ "there"));
		first(pattern, urls, RegexReach::preceded).ifPresent(found -> warnings.add("it also matches " + found
				+ ", because anything may directly precede the domain; write ([a-z0-9-]+\\.)* before it"));
		first(pattern, urls, RegexReach::withoutDots).ifPresent(found -> warnings.add("it also matches " + found
				+ ", because a dot matches any character; write \\. in the name of the host"));
		return List.copyOf(warnings);
	}

	/** Addresses that it matches, as its author had in mind; empty if none is known. */
	public static List<ServiceUrl> samples(ValuePattern pattern) {
		return RegexSamples.of(pattern.toString())
			.stream()
			.flatMap(sample -> ServiceUrl.of(sample).stream())
			.filter(url -> pattern.matches(url.value()))
			.distinct()
			.toList();
	}

	private static String unreachable(List<String> samples) {
		String form = samples.stream()
			.flatMap(sample -> ServiceUrl.of(sample).stream())
			.findFirst()
			.map(url -> "; the form of '" + samples.getFirst() + "' is '" + url.value() + "'")
			.orElse("");
		return "it matches no address: they are compared with scheme and host in lower case, with a slash after the "
				+ "host, without :443 or :80, and without escapes that are not needed" + form;
	}

	private static Optional<String> first(ValuePattern pattern, List<ServiceUrl> urls,
			Function<ServiceUrl, Stream<String>> attack) {
		return urls.stream()
			.flatMap(attack)
			.flatMap(text -> ServiceUrl.of(text).stream())
			.map(ServiceUrl::value)
			.filter(pattern::matches)
			.findFirst();
	}

	private static Stream<String> continued(ServiceUrl url) {
		String rest = url.path() + url.query();
		return Stream.of("." + STRANGER, "-" + STRANGER, STRANGER)
			.flatMap(tail -> Stream.of(rest, "/").map(end -> url.origin() + tail + end));
	}

	private static Stream<String> inside(ServiceUrl url) {
		String rest = host(url) + url.path() + url.query();
		return Stream.of(STRANGER, WITHOUT_DOTS)
			.flatMap(stranger -> Stream.of("/", "/?", "/.", "/?.", "/x.")
				.map(middle -> "https://" + stranger + middle + rest));
	}

	/**
	 * Returns variants with text before the registered domain; text before the name of a
	 * host in the domain still belongs to that domain.
	 */
	private static Stream<String> preceded(ServiceUrl url) {
		List<String> labels = List.of(host(url).split("\\."));
		boolean country = labels.getLast().length() == 2 && labels.size() > 2
				&& labels.get(labels.size() - 2).length() <= 3;
		String domain = String.join(".", labels.subList(Math.max(0, labels.size() - (country ? 3 : 2)), labels.size()));
		return Stream.of("https://stranger" + domain + url.path() + url.query());
	}

	private static Stream<String> withoutDots(ServiceUrl url) {
		String host = host(url);
		return IntStream.range(0, host.length())
			.filter(at -> host.charAt(at) == '.')
			.mapToObj(at -> host.substring(0, at) + 'x' + host.substring(at + 1))
			.map(other -> url.origin().replace(host, other) + url.path() + url.query());
	}

	private static String host(ServiceUrl url) {
		return URI.create(url.origin()).getHost();
	}

}
