package org.campanile.cas;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.attribute.ValuePattern;

/** Finds regular expressions of service URLs that match more hosts than they name. */
public final class LookAlikes {

	private static final Pattern NAMED_HOST = Pattern
		.compile("^\\^?(?:https|http|https\\?|\\(https\\??(?:\\|\\w+)*\\)):(?://|\\\\/\\\\/)((?:[A-Za-z0-9-]|\\\\?\\.(?![*+?]))+)");

	private LookAlikes() {
	}

	/** Why a pattern is too wide, with an address that it should not match; empty if none is known. */
	public static Optional<String> of(ValuePattern pattern) {
		for (String scheme : List.of("https", "http")) {
			String anywhere = scheme + "://anywhere.invalid/";
			if (pattern.matches(anywhere)) {
				return Optional.of("matches " + anywhere
						+ ", and so every site there is: any of them could learn who a user is; name the hosts");
			}
		}
		Matcher named = NAMED_HOST.matcher(pattern.toString().replaceFirst("^\\(\\?i\\)", ""));
		if (!named.find()) {
			return Optional.empty();
		}
		String host = named.group(1).replace("\\.", ".").replaceAll("\\.$", "");
		List<String> hosts = new ArrayList<>();
		hosts.add(host + ".evil.invalid");
		hosts.add(host + "-evil.invalid");
		for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
			hosts.add(host.substring(0, dot) + 'x' + host.substring(dot + 1));
		}
		return hosts.stream()
			.flatMap(other -> List.of("https://" + other + '/', "http://" + other + '/').stream())
			.filter(pattern::matches)
			.findFirst()
			.map(other -> "matches " + other + ", which need not be a host of yours: write a dot as \\. and the host's "
					+ "end as a slash");
	}

}
