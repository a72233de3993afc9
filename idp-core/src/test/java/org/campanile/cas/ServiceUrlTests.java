package org.campanile.cas;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceUrlTests {

	@ParameterizedTest
	@CsvSource(delimiterString = "=>",
			textBlock = """
					https://app.example.edu => https://app.example.edu/
					HTTPS://App.Example.EDU/Path => https://app.example.edu/Path
					https://app.example.edu:443/ => https://app.example.edu/
					https://app.example.edu:0443/ => https://app.example.edu/
					http://app.example.edu:80/ => http://app.example.edu/
					http://app.example.edu:443/ => http://app.example.edu:443/
					https://app.example.edu:8443/x => https://app.example.edu:8443/x
					https://app.example.edu/a;jsessionid=1A2B?b => https://app.example.edu/a?b
					https://app.example.edu/a;JSESSIONID=1/b => https://app.example.edu/a/b
					https://app.example.edu/;jsessionid=1 => https://app.example.edu/
					https://app.example.edu/a;v=1 => https://app.example.edu/a;v=1
					https://app.example.edu/? => https://app.example.edu/
					https://app.example.edu?a=b => https://app.example.edu/?a=b
					https://app.example.edu/%c3%a4?q=%c3%a4 => https://app.example.edu/%C3%A4?q=%C3%A4
					https://app.example.edu/?q=%ff%3f%23%e0%80%ae => https://app.example.edu/?q=%FF%3F%23%E0%80%AE
					https://app.example.edu/?a={b}|c^"<d>` => https://app.example.edu/?a=%7Bb%7D%7Cc%5E%22%3Cd%3E%60
					https://app.example.edu/?q=ä€😀 => https://app.example.edu/?q=%C3%A4%E2%82%AC%F0%9F%98%80
					https://app.example.edu/?a[]=1&b=/../ => https://app.example.edu/?a[]=1&b=/../
					https://app.example.edu/?next=https://x.example/%2f.. => https://app.example.edu/?next=https://x.example/%2F..
					https://xn--bcher-kva.example/ => https://xn--bcher-kva.example/
					https://192.0.2.1/ => https://192.0.2.1/
					https://[2001:db8::1]:443/ => https://[2001:db8::1]/
					http://localhost:8080/app => http://localhost:8080/app
					https://app.example.edu/a.b/..c/.d => https://app.example.edu/a.b/..c/.d
					https://app.example.edu/(x)!$&'*+,=:@-_ => https://app.example.edu/(x)!$&'*+,=:@-_
					https://app.example.edu/%61/%5f%40%2b%3b/?q=%61%3a => https://app.example.edu/a/_@+%3B/?q=a%3A
					https://app.example.edu/x y[1]{2}|^"ä => https://app.example.edu/x%20y%5B1%5D%7B2%7D%7C%5E%22%C3%A4
					https://app.example.edu/?q=it's so => https://app.example.edu/?q=it%27s%20so
					https://app.example.edu/?q=100%&r=%zz%%41 => https://app.example.edu/?q=100%25&r=%25zz%25A
					""",
			quoteCharacter = '~')
	void whenAnAddressIsPlainThenItHasOneForm(String text, String form) {
		assertThat(ServiceUrl.of(text).map(ServiceUrl::value)).contains(form);
		assertThat(ServiceUrl.of(form).map(ServiceUrl::value)).contains(form);
	}

	@Test
	void whenTheClientEscapesThenTheBrowserIsSentToThoseEscapes() {
		String path = "/%61/C%2b%2b/%c3%a4?q=%61%3a&r=it";
		assertThat(ServiceUrl.of("HTTPS://App.example.edu:443" + path + "'s so").map(ServiceUrl::address))
			.contains("https://app.example.edu" + path + "%27s%20so");
		assertThat(ServiceUrl.of("https://app.example.edu/a;jsessionid=1").map(ServiceUrl::address))
			.contains("https://app.example.edu/a");
	}

	@ParameterizedTest
	@CsvSource(delimiterString = "=>", quoteCharacter = '~', textBlock = """
			/?e=https://sp&q=a%20b => /?e=https%3A%2F%2Fsp&q=a+b => true
			/?q=it's               => /?q=it%27s                 => true
			/?q=100%               => /?q=100%25                 => true
			/?a&b=                 => /?a=&b                     => true
			/%61?q                 => /a?q                       => true
			/?a&b=c                => /?a%26b=c                  => false
			/?a%3D=b               => /?a==b                     => false
			/?a=1&b=2              => /?b=2&a=1                  => false
			/?q=%2B                => /?q=+                      => false
			/?q=%FE                => /?q=%FF                    => false
			/?q                    => /                          => false
			/a                     => /a/                        => false
			/a                     => /A                         => false
			""")
	void whenOnlyTheEscapesOfTheQueryDifferThenItIsTheSame(String one, String other, boolean same) {
		ServiceUrl url = ServiceUrl.of("https://app.example.edu" + one).orElseThrow();
		assertThat(url.isSameAs(ServiceUrl.of("https://app.example.edu" + other).orElseThrow())).isEqualTo(same);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "app.example.edu", "//app.example.edu/", "/app", "javascript:alert(1)",
			"data:text/html,x", "ftp://app.example.edu/", "imaps://app.example.edu/", "https:app.example.edu",
			"https:/app.example.edu/", "https:///app.example.edu/", "https://", "https:///", "https://?x",
			"httpsx://app.example.edu/" })
	void whenItIsNoWebAddressThenItIsNone(String text) {
		assertThat(ServiceUrl.of(text)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://app.example.edu@evil.example/", "https://user:pass@app.example.edu/",
			"https://@app.example.edu/", "https://app.example.edu%40evil.example/",
			"https://app.example.edu\\@evil.example/", "https://evil.example\\.app.example.edu/",
			"https:\\\\app.example.edu/", "https://app.example.edu/\\..\\x", "https://app.example.edu\t/",
			"https://app.exam\nple.edu/", "https://app.example.edu/x ", " https://app.example.edu/",
			"https:// app.example.edu/", "https://app.example.edu /", "https://app.example.edu/a\u0085b",
			"https://app.example.edu/\r\nSet-Cookie:x", "https://app.example.edu/#x", "https://app.example.edu#@evil/",
			"https://app.example.edu/?a#b", "https://app.example.edu/\u0000", "https://app.example.edu/?a\u0000",
			"https://app.example.edu/?a\u0085b" })
	void whenReadersCouldSeeAnotherHostThenItIsNone(String text) {
		assertThat(ServiceUrl.of(text)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://app.example.edu./", "https://.app.example.edu/", "https://app..example.edu/",
			"https://app_.example.edu/", "https://-app.example.edu/", "https://app-.example.edu/",
			"https://bücher.example/", "https://app.example\u3002edu/", "https://app。example.edu/",
			"https://\u212Aapp.example.edu/", "https://app.examp\u2113e.edu/", "https://app\u00AD.example.edu/",
			"https://app%2eexample.edu/", "https://2130706433/", "https://0x7f.0.0.1/", "https://0x7f000001/",
			"https://0177.0.0.1/", "https://127.1/", "https://127.0.0.01/", "https://[::1%25eth0]/", "https://[::1/",
			"https://::1/", "https://[v1.x]/" })
	void whenTheHostIsNoPlainNameThenItIsNone(String text) {
		assertThat(ServiceUrl.of(text)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "https://app.example.edu:/", "https://app.example.edu:0/", "https://app.example.edu:65536/",
					"https://app.example.edu:-1/", "https://app.example.edu:443:80/", "https://app.example.edu:4x/",
					"https://app.example.edu:443@evil.example/", "https://app.example.edu:99999999999/" })
	void whenThePortIsNoneThenItIsNone(String text) {
		assertThat(ServiceUrl.of(text)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/app/../admin", "/app/./x", "/..", "/app/..", "/app/.", "/app/%2e%2e/admin",
			"/app/.%2E/x", "/app/..;/admin", "/app/..;x=1/admin", "/app/..%3b/admin", "/app/..;jsessionid=1/admin",
			"/app/..;%6asessionid=1/admin", "/;x/admin", "/app/;/admin", "/app/..%2fadmin", "/app%2f..%2fadmin",
			"/app/%5c..%5cadmin", "/app/%252e%252e/admin", "/app%00/x", "/app/%0d%0ax", "/app/%7fx",
			"/app/%c0%ae%c0%ae/x", "/app/%e0%80%ae%e0%80%ae/x", "/app/%f0%80%80%af", "/app/%ff", "/app/%c3x",
			"/app%3fx", "/app%23x", "/app//x", "//evil.example", "/;jsessionid=1/;jsessionid=2/", "/app/%zz",
			"/app/%" })
	void whenThePathCanBeReadInTwoWaysThenItIsNone(String path) {
		assertThat(ServiceUrl.of("https://app.example.edu" + path)).isEmpty();
	}

	@Test
	void whenItIsTooLongThenItIsNone() {
		String longest = "https://app.example.edu/?" + "x".repeat(ServiceUrl.MAX_LENGTH - 25);
		assertThat(ServiceUrl.of(longest)).isPresent();
		assertThat(ServiceUrl.of(longest + 'x')).isEmpty();
		assertThat(ServiceUrl.of(longest.substring(0, longest.length() - 1) + '|')).isEmpty();
		assertThat(ServiceUrl.of("https://app.example.edu/" + "x".repeat(1_000_000))).isEmpty();
	}

	@Test
	void whenThereIsHalfACharacterThenItIsNone() {
		assertThat(ServiceUrl.of("https://app.example.edu/a\uD83D")).isEmpty();
		assertThat(ServiceUrl.of("https://app.example.edu/?a\uD83D")).isEmpty();
		assertThat(ServiceUrl.of("https://app.example.edu/?a\uDE00\uD83D")).isEmpty();
	}

}
