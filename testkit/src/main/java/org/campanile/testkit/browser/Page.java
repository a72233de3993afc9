package org.campanile.testkit.browser;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Optional;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A response of a server.
 *
 * @param status the HTTP status
 * @param url the URL of the request
 * @param headers all headers
 * @param body the body as text
 */
public record Page(int status, URI url, HttpHeaders headers, String body) {

	/** Returns the first header of that name; an empty string if there is none. */
	public String header(String name) {
		return headers.firstValue(name).orElse("");
	}

	/** Whether the response redirects the browser. */
	public boolean redirects() {
		return status >= 300 && status < 400 && headers.firstValue("location").isPresent();
	}

	/** The target of the redirect. */
	public URI location() {
		return url
			.resolve(headers.firstValue("location").orElseThrow(() -> new AssertionError("no Location in " + this)));
	}

	/** Returns the cookies that the response sets, in order. */
	public List<Cookie> cookies() {
		return headers.allValues("set-cookie").stream().map(header -> Cookie.parse(header, url)).toList();
	}

	public Document document() {
		return Jsoup.parse(body, url.toString());
	}

	public String title() {
		return document().title();
	}

	/**
	 * Returns the text of the first element that the CSS selector finds; empty if there
	 * is none.
	 */
	public String text(String selector) {
		Element found = document().selectFirst(selector);
		return found == null ? "" : found.text();
	}

	/** The text of every element that the CSS selector finds. */
	public List<String> texts(String selector) {
		return document().select(selector).eachText();
	}

	/** Returns all forms. */
	public List<Form> forms() {
		return document().select("form").stream().map(form -> Form.of(form, url)).toList();
	}

	/** The form that has a field of that name. */
	public Optional<Form> formWith(String field) {
		return forms().stream().filter(form -> form.fields().containsKey(field)).findFirst();
	}

	/** The login form. */
	public Form loginForm() {
		return formWith("j_username").orElseThrow(() -> new AssertionError("no login form: " + this));
	}

	/** The form that contains a SAML message. */
	public Form samlForm() {
		return formWith("SAMLResponse").or(() -> formWith("SAMLRequest"))
			.orElseThrow(() -> new AssertionError("no SAML message: " + this));
	}

	/** The value of the form field with the SAML response. */
	public String samlResponse() {
		return formWith("SAMLResponse").orElseThrow(() -> new AssertionError("no SAMLResponse: " + this))
			.fields()
			.getOrDefault("SAMLResponse", "");
	}

	/** The target of a link. */
	public URI link(String text) {
		return document().select("a[href]")
			.stream()
			.filter(link -> link.text().equals(text))
			.findFirst()
			.map(link -> URI.create(link.absUrl("href")))
			.orElseThrow(() -> new AssertionError("no link " + text + " in " + this));
	}

	/** Returns a text short enough for the message of a failed assertion. */
	@Override
	public String toString() {
		return status + " " + url + " «" + title() + "» " + document().body().text();
	}

}
