package org.campanile.web.gate;

import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

import org.springframework.beans.factory.config.BeanPostProcessor;

import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.web.testkit.CountingBeans;
import org.campanile.web.testkit.TestIdp;

import static org.assertj.core.api.Assertions.assertThat;

/** A server with three gated sites, and a browser for each test. */
@Timeout(120)
abstract class GateFixture {

	static final String WIKI = "http://wiki.example.edu";

	/** A site whose cookie is valid for the whole domain. */
	static final String SHARED = "http://shared.example.edu";

	static MutableClock clock;

	@AutoClose
	static TestIdp idp;

	static CountingBeans counts;

	/** The cookies that a browser has received from the gate. */
	List<String> cookies = List.of();

	@BeforeAll
	static void start() {
		clock = new MutableClock(Instant.now());
		idp = TestIdp.start(TestIdp.newHome(), context -> {
			CountingBeans.register(context, clock);
			context.registerBean(FailingFind.class);
		}, "campanile.http.trusted-proxies=127.0.0.1,::1", "campanile.authentication.failure-step=0",
				"campanile.gate.sites.wiki.urls=" + WIKI, "campanile.gate.sites.wiki.name=Wiki",
				"campanile.gate.sites.wiki.release=mail,cn", "campanile.gate.sites.wiki.headers.X-Mail=mail",
				"campanile.gate.sites.wiki.headers.X-Phone=telephoneNumber",
				"campanile.gate.sites.shared.urls=" + SHARED, "campanile.gate.sites.shared.cookie-domain=example.edu",
				"campanile.gate.sites.shared.fresh=5m", "campanile.gate.sites.strict.urls=http://strict.example.edu",
				"campanile.gate.sites.strict.strict=true", "campanile.session.attributes-max-age=30m",
				"campanile.access.rules[0].name=everybody",
				"campanile.access.rules[0].hosts=wiki.example.edu,strict.example.edu,shared.example.edu",
				"campanile.access.rules[0].paths=/open,/robots.txt", "campanile.access.rules[1].name=alice",
				"campanile.access.rules[1].protocols=gate", "campanile.access.rules[1].paths=/staff",
				"campanile.access.rules[1].attributes.uid=alice", "campanile.access.rules[2].name=fresh",
				"campanile.access.rules[2].effect=step-up", "campanile.access.rules[2].paths=/grades",
				"campanile.access.rules[2].max-age=5m", "campanile.access.rules[3].name=grades",
				"campanile.access.rules[3].paths=/grades", "campanile.access.rules[4].name=programs",
				"campanile.access.rules[4].services=wiki,shared", "campanile.access.rules[4].paths=/open",
				"campanile.access.rules[4].basic=true", "campanile.access.rules[5].name=keys",
				"campanile.access.rules[5].effect=step-up", "campanile.access.rules[5].paths=/api/keys",
				"campanile.access.rules[5].classes=https://refeds.org/profile/mfa",
				"campanile.access.rules[6].name=programs of alice", "campanile.access.rules[6].services=wiki,strict",
				"campanile.access.rules[6].paths=/api,/robots.txt", "campanile.access.rules[6].attributes.uid=alice",
				"campanile.access.rules[6].basic=true", "campanile.access.rules[7].name=closed",
				"campanile.access.rules[7].effect=deny", "campanile.access.rules[7].hosts=wiki.example.edu",
				"campanile.access.rules[7].missing=Staff only.", "spring.main.cloud-platform=kubernetes");
		counts = idp.bean(CountingBeans.class);
	}

	HttpResponse<String> basic(String credentials) throws Exception {
		return basic(WIKI + "/open", credentials);
	}

	HttpResponse<String> basic(String page, String credentials) throws Exception {
		return send("X-Original-URL", page, "X-Original-Method", "GET", "Authorization",
				"Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
	}

	/** Signs in, from the first request for a page until the pass is issued. */
	void signIn(Browser browser, String page, String user) throws Exception {
		HttpResponse<String> first = check(page);
		keep(first);
		Form form = browser.open(first.headers().firstValue("X-Gate-Login").orElseThrow()).loginForm();
		HttpResponse<String> handed = handOver(
				browser.send(form.with("j_username", user).with("j_password", user + "-demo")),
				URI.create(page).getScheme() + "://" + URI.create(page).getHost());
		assertThat(handed.headers().firstValue("Location")).contains(page);
	}

	HttpResponse<String> handOver(Page answer, String origin) throws Exception {
		assertThat(answer.location().toString()).startsWith(origin + "/.campanile/gate?code=");
		HttpResponse<String> handed = redeem(answer.location().toString().replaceAll(".*code=", ""), origin);
		assertThat(handed.statusCode()).isEqualTo(302);
		keep(handed);
		return handed;
	}

	HttpResponse<String> redeem(String code, String origin) throws Exception {
		return send("/gate/handover?code=" + code, "X-Original-URL", origin + "/.campanile/gate", "Accept",
				"text/html");
	}

	HttpResponse<String> check(String page) throws Exception {
		return send("X-Original-URL", page, "X-Original-Method", "GET", "Accept", "text/html");
	}

	HttpResponse<String> send(String... headers) throws Exception {
		return headers.length % 2 == 1 ? send(headers[0], Arrays.copyOfRange(headers, 1, headers.length), true)
				: send("/gate/check", headers, true);
	}

	HttpResponse<String> send(String path, String[] headers, boolean withCookies) throws Exception {
		return send(idp, path, headers, withCookies);
	}

	HttpResponse<String> ask(TestIdp server, String... headers) throws Exception {
		return send(server, "/gate/check", headers, true);
	}

	HttpResponse<String> send(TestIdp server, String path, String[] headers, boolean withCookies) throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.baseUrl() + path));
			for (int i = 0; i < headers.length; i += 2) {
				request.header(headers[i], headers[i + 1]);
			}
			if (withCookies && !cookies.isEmpty()) {
				request.header("Cookie", String.join("; ", cookies));
			}
			return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
		}
	}

	/** Keeps cookies as a browser does: a new cookie replaces one of the same name. */
	void keep(HttpResponse<String> response) {
		List<String> set = response.headers()
			.allValues("Set-Cookie")
			.stream()
			.map(each -> each.substring(0, each.indexOf(';')))
			.toList();
		cookies = Stream
			.concat(cookies.stream()
				.filter(old -> set.stream().noneMatch(each -> each.startsWith(old.substring(0, old.indexOf('=') + 1)))),
					set.stream())
			.collect(Collectors.toList());
	}

	/** Stores of sessions and records that a test can make fail. */
	static final class FailingFind implements BeanPostProcessor {

		volatile boolean failing;

		@Override
		public Object postProcessBeforeInitialization(Object bean, String name) {
			Class<?> seam = bean instanceof RecordStore ? RecordStore.class : SessionStore.class;
			return !seam.isInstance(bean) ? bean : Proxy.newProxyInstance(seam.getClassLoader(),
					new Class<?>[] { seam }, (proxy, method, arguments) -> {
						if (failing && method.getName().equals("find")) {
							throw new StoreUnavailableException("as the test wants");
						}
						return method.invoke(bean, arguments);
					});
		}

	}

}
