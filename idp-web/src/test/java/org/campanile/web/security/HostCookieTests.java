package org.campanile.web.security;

import java.time.Duration;
import java.util.List;

import jakarta.servlet.http.Cookie;
import org.campanile.IdentityProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class HostCookieTests {

	@ParameterizedTest
	@CsvSource({ "https://login.example.edu/idp,__Host-c=v; Path=/; Secure; HttpOnly; SameSite=Lax",
			"https://login.example.edu,__Host-c=v; Path=/; Secure; HttpOnly; SameSite=Lax",
			"http://localhost:8080/idp,c=v; Path=/idp; HttpOnly; SameSite=Lax",
			"http://localhost:8080,c=v; Path=/; HttpOnly; SameSite=Lax" })
	void whenWrittenThenItIsForThisServerAlone(String baseUrl, String expected) {
		assertThat(written(cookie(baseUrl), "v", HostCookie.UNTIL_CLOSED)).isEqualTo(expected);
	}

	@Test
	void whenItHasAnAgeThenTheBrowserKeepsItSoLongAndZeroDeletesIt() {
		HostCookie cookie = cookie("https://login.example.edu/idp");
		assertThat(written(cookie, "v", Duration.ofDays(90))).contains("; Max-Age=7776000; Expires=")
			.endsWith("; Secure; HttpOnly; SameSite=Lax");
		assertThat(written(cookie, "", Duration.ZERO)).startsWith("__Host-c=; Path=/; Max-Age=0; Expires=")
			.endsWith("; Secure; HttpOnly; SameSite=Lax");
	}

	@Test
	void whenReadThenAllValuesOfThatNameAndNoOthers() {
		MockHttpServletRequest request = new MockHttpServletRequest();
		HostCookie cookie = cookie("https://login.example.edu/idp");
		assertThat(cookie.values(request)).isEmpty();
		request.setCookies(new Cookie("c", "unprefixed"), new Cookie("__Host-c", "first"),
				new Cookie("__Host-other", "other"), new Cookie("__Host-c", "second"));
		assertThat(cookie.values(request)).containsExactly("first", "second");
	}

	private static HostCookie cookie(String baseUrl) {
		return new HostCookie(new IdentityProvider("urn:example:idp", baseUrl, List.of()), "c");
	}

	private static String written(HostCookie cookie, String value, Duration maxAge) {
		MockHttpServletResponse response = new MockHttpServletResponse();
		cookie.write(response, value, maxAge);
		return response.getHeaders("Set-Cookie").getFirst();
	}

}
