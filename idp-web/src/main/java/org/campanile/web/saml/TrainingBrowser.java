package org.campanile.web.saml;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.web.util.HtmlUtils;

import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.xml.DeflateEncoding;

/**
 * Signs in for a service as a browser would, without delivering the response. Not
 * thread-safe.
 */
public final class TrainingBrowser implements AutoCloseable {

	private static final Pattern HIDDEN = Pattern
		.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

	private static final Pattern ACTION = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");

	private static final String SERVICE = "https://training.example.edu/sp";

	private static final String CAS_SERVICE = "https://training.example.edu/cas";

	/** A page behind the gate. */
	public static final String GATED = "https://gated.example.edu/";

	private static final String METADATA = """
			<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="%1$s">
			  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
			    <md:KeyDescriptor use="encryption">
			      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
			        <ds:X509Data><ds:X509Certificate>%2$s</ds:X509Certificate></ds:X509Data>
			      </ds:KeyInfo>
			    </md:KeyDescriptor>
			    <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
			        Location="%1$s/acs" index="0"/>
			  </md:SPSSODescriptor>
			</md:EntityDescriptor>
			""";

	private static final String REQUEST = """
			<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_%s" Version="2.0" \
			IssueInstant="%s"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">%s</saml:Issuer>\
			</samlp:AuthnRequest>""";

	private final String baseUrl;

	private final CookieManager cookies = new CookieManager();

	/** The client, shared, as connections do not depend on the user. */
	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.cookieHandler(cookies)
		.followRedirects(HttpClient.Redirect.NORMAL)
		.build();

	private final HttpClient direct = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.cookieHandler(cookies)
		.build();

	public TrainingBrowser(String baseUrl) {
		this.baseUrl = baseUrl;
	}

	/** The metadata of the service that users sign in to. */
	public static String metadata(Path folder) throws IOException, CertificateEncodingException {
		return METADATA.formatted(SERVICE, certificate(folder));
	}

	/**
	 * The key that assertions for the service are encrypted to; they are never decrypted.
	 */
	private static String certificate(Path folder) throws IOException, CertificateEncodingException {
		CredentialLoader loader = new CredentialLoader(Files.createDirectories(folder),
				new CredentialSettings("service.pem", KeyType.RSA_3072), "training", CryptoProvider.installed(),
				InstantSource.system(), new SecureRandom());
		return Base64.getEncoder().encodeToString(loader.load().signing().certificate().getEncoded());
	}

	/**
	 * Signs in as a new browser, and once more with the session.
	 * @throws IOException if that does not succeed
	 */
	public void signIn(String user, String password) throws IOException, InterruptedException {
		cookies.getCookieStore().removeAll();
		String form = body(HttpRequest.newBuilder(request(SERVICE)));
		requireAnswer(body(posted(form, typed(user, password))));
		requireAnswer(body(HttpRequest.newBuilder(request(SERVICE))));
	}

	/**
	 * The ways that few users take: a link, a wrong password, a request that is refused,
	 * a CAS ticket, a page behind the gate, a logout.
	 * @throws IOException if there is no answer
	 */
	public void wander(String user, String password) throws IOException, InterruptedException {
		cookies.getCookieStore().removeAll();
		String form = page(at("/profile/SAML2/Unsolicited/SSO?providerId=" + encoded(SERVICE)));
		form = page(posted(form, typed(user, "no " + password)));
		requireAnswer(page(posted(form, typed(user, password))));
		page(HttpRequest.newBuilder(request("https://unknown.example.edu/sp")));
		page(at("/profile/SAML2/Redirect/SSO?SAMLRequest=none"));
		page(at("/profile/SAML2/nowhere"));
		page(at("/shibboleth"));
		page(at("/cas/login?service=" + encoded(SERVICE)));
		page(at("/cas/login?service=" + encoded(CAS_SERVICE)));
		page(at("/cas/p3/serviceValidate?ticket=ST-none&service=" + encoded(CAS_SERVICE)));
		page(at("/gate/check").header("X-Original-URL", GATED).header("X-Original-Method", "GET"));
		page(at("/gate/login?browser=" + "t".repeat(24) + "&url=" + encoded(GATED)));
		page(at("/profile/Logout"));
	}

	/** Returns the CAS service that {@link #wander} needs in {@code services/}. */
	public static String casService() {
		return "{url: \"" + CAS_SERVICE + "\", logout: {channel: none}}\n";
	}

	/** An authentication request by HTTP-Redirect, unsigned. */
	private URI request(String service) {
		String xml = REQUEST.formatted(UUID.randomUUID(), Instant.now().truncatedTo(ChronoUnit.SECONDS), service);
		return URI.create(baseUrl + "/profile/SAML2/Redirect/SSO?SAMLRequest="
				+ encoded(DeflateEncoding.encode(xml.getBytes(StandardCharsets.UTF_8))));
	}

	private static void requireAnswer(String page) throws IOException {
		if (!page.contains("name=\"SAMLResponse\"")) {
			throw new IOException("the login of the training run was refused");
		}
	}

	private static List<String> typed(String user, String password) {
		return List.of("j_username=" + encoded(user), "j_password=" + encoded(password));
	}

	private HttpRequest.Builder at(String path) {
		return HttpRequest.newBuilder(URI.create(baseUrl + path));
	}

	private HttpRequest.Builder posted(String page, List<String> typed) throws IOException {
		List<String> fields = new ArrayList<>(typed);
		Matcher hidden = HIDDEN.matcher(page);
		while (hidden.find()) {
			fields.add(encoded(hidden.group(1)) + '=' + encoded(HtmlUtils.htmlUnescape(hidden.group(2))));
		}
		Matcher action = ACTION.matcher(page);
		if (!action.find()) {
			throw new IOException("a page without a form");
		}
		URI target = URI.create(baseUrl).resolve(HtmlUtils.htmlUnescape(action.group(1)));
		return HttpRequest.newBuilder(target)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(HttpRequest.BodyPublishers.ofString(String.join("&", fields)));
	}

	private String body(HttpRequest.Builder request) throws IOException, InterruptedException {
		HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
		if (response.statusCode() != 200) {
			throw new IOException(response.uri().getPath() + " answers " + response.statusCode());
		}
		return response.body();
	}

	/** Loads a page with any status, following redirects only on this server. */
	private String page(HttpRequest.Builder request) throws IOException, InterruptedException {
		HttpRequest.Builder next = request;
		while (true) {
			HttpResponse<String> response = direct.send(next.build(), HttpResponse.BodyHandlers.ofString());
			URI location = response.headers()
				.firstValue("Location")
				.map(where -> response.uri().resolve(where))
				.orElse(response.uri());
			if (response.statusCode() / 100 != 3 || !location.toString().startsWith(baseUrl)) {
				return response.body();
			}
			next = HttpRequest.newBuilder(location);
		}
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		http.close();
		direct.close();
	}

}
