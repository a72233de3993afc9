package org.campanile.gate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.campanile.service.DisplayInfo;

import static org.assertj.core.api.Assertions.assertThat;

class PageAddressTests {

	@ParameterizedTest
	@CsvSource(nullValues = "null",
			value = { "/a/b, /a/b", "/, /", "/a//b, /a/b", "/a///, /a/", "/a/, /a/", "/%61dmin, /admin",
					"/a%20b, '/a b'", "/%C3%A9, /é", "/a;jsessionid=1/b, /a/b", "/a;x, /a",
					"/a;v=%C3%A9;w=1%2C2/b, /a/b", "/..., /...", "/.well-known/x, /.well-known/x" })
	void whenAPathIsPlainThenNormalisedAsNginxDoes(String raw, String path) {
		assertThat(PageAddress.normalized(raw).orElse(null)).isEqualTo(path);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/..", "/../a", "/a/../../b", "/a/./b", "/a/../b", "/a/b/..", "/a/b/.", "/%2e%2e/a",
			"/x/%2e%2e/a", "/x/%2E%2e/a", "/x/.%2e/a", "/x/%2e/a", "//a", "//", "//a/b", "/a%2fb", "/a%2Fb", "/a%5cb",
			"/a%00", "/%00", "/a%", "/a%2", "/a%zz", "/public/..;/admin", "/public/..;x=1/admin", "/.;/a", "/;/a",
			"/%3b/a", "/a%25%32%66b", "/%252e%252e/a", "/%c0%ae%c0%ae/a", "/%ff", "/a%0d%0ab", "/a%7fb", "/a%3fb",
			"/a%23b", "/open/x;%2f..%2f..%2fstaff", "/a;x=1;%2fb", "/a;%5cb", "/a;%00", "/a;%25", "/a;%", "/a;%ff" })
	void whenAPathCouldBeReadInTwoWaysThenRefused(String raw) {
		assertThat(PageAddress.normalized(raw)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://u@www.example.edu/", "https://www.example.edu\\@evil/", "https:///a",
			"https://www.example.edu/#a", "ftp://www.example.edu/", "//www.example.edu/", "https://www.example.edu:x/",
			"https://www.example.edu/ a", "https://www.example.edu/a\\b", "https://www.example.edu/?a\\b",
			"https://www.example.edu/ä", "https://www.example.edu/a\u007f", "https://www.exämple.edu/",
			"https://www.example.edu\r\n/", "", "https://-a/" })
	void whenAnAddressIsNoneThenRefused(String address) {
		assertThat(PageAddress.of(address)).isEmpty();
	}

	@Test
	void whenAnAddressIsOneThenItsPartsInOneForm() {
		PageAddress page = PageAddress.of("HTTPS://WWW.Example.EDU:443/A//b?c=/../d").orElseThrow();
		assertThat(page.origin()).isEqualTo("https://www.example.edu");
		assertThat(page.host()).isEqualTo("www.example.edu");
		assertThat(page.path()).isEqualTo("/A/b");
		assertThat(PageAddress.of("http://a.edu:8080").orElseThrow().origin()).isEqualTo("http://a.edu:8080");
	}

	/** The return address must fit into a header along with others. */
	@Test
	void whenAnAddressIsLongThenTheWayBackIsShorter() {
		GateSite site = new GateSite("app", List.of(PageAddress.of("https://a.edu/app").orElseThrow()),
				DisplayInfo.NONE, Set.of(), Map.of(), "X-Remote-User", Duration.ZERO, null);
		String page = "https://a.edu/app/page?";
		assertThat(site.returning(PageAddress.of(page + "q".repeat(1000)).orElseThrow())).endsWith("q");
		assertThat(site.returning(PageAddress.of(page + "q".repeat(8000)).orElseThrow()))
			.isEqualTo("https://a.edu/app/page");
		// The fallback is the front page of the site; that of the host may belong to
		// another site.
		assertThat(site.returning(PageAddress.of("https://a.edu/app/" + "p".repeat(2000) + "?q").orElseThrow()))
			.isEqualTo("https://a.edu/app");
		assertThat(PageAddress.of(page + "q".repeat(8192))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "https://a.edu/app, true", "https://a.edu/app/x, true", "https://a.edu/apple, false",
			"https://a.edu/, false", "http://a.edu/app, false", "https://b.edu/app, false",
			"https://a.edu/%61pp/x, true", "https://a.edu/app;x/y, true" })
	void whenAPageIsBelowAnotherThenBySegments(String page, boolean below) {
		assertThat(PageAddress.of(page).orElseThrow().isBelow(PageAddress.of("https://a.edu/app").orElseThrow()))
			.isEqualTo(below);
	}

	@ParameterizedTest
	@CsvSource({ "alice, alice", "Ålice, %C3%85lice", "a;b, a%3Bb", "a%b, a%25b", "'a b', 'a b'" })
	void whenAValueIsSentThenInAscii(String value, String sent) {
		assertThat(GateProtocol.headerValue(List.of(value))).isEqualTo(sent);
		assertThat(GateProtocol.headerValue(List.of("x", value))).isEqualTo("x;" + sent);
		assertThat(GateProtocol.headerValue(List.of(value + "\r\nX: y"))).isEqualTo(sent + "%0D%0AX: y");
	}

}
