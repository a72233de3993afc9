package org.campanile.perf.load;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A sign-on server under load, and how a user signs in to it.
 *
 * @param name in reports
 * @param start where a sign-on begins: for {@link Kind#UNSOLICITED} and {@link Kind#CAS}
 * the whole address, for {@link Kind#REDIRECT} the one that takes an AuthnRequest, for
 * {@link Kind#GATE} a page of the site, or any if {@link #ANY_PAGE} stands in it
 * @param kind how it begins
 * @param form its login form
 * @param logout where a user signs out; equal to {@code start} if it is not known
 * @param metadata its SAML metadata, as a file; unused with {@link Kind#CAS} and
 * {@link Kind#GATE}
 * @param serviceProvider folder of the virtual service provider it knows, as
 * {@link VirtualServiceProvider} keeps it
 * @param userAttribute name or friendly name of the attribute whose value is the login
 * name, alone or with a scope behind an {@code @}; {@link #NAME_ID} if the name
 * identifier is. Without that attribute in an answer, the right user is not proven and
 * the answer is {@code no-user}
 * @param validation for {@link Kind#CAS}: where the service validates tickets; equal to
 * {@code start} otherwise
 * @param method what users prove
 */
public record Target(String name, URI start, Kind kind, LoginForm form, URI logout, Path metadata, Path serviceProvider,
		String userAttribute, URI validation, LoginMethod method) {

	/** The name identifier is the login name. */
	public static final String NAME_ID = "NameID";

	/** In the address of a page, stands for the number of any of {@link #PAGES}. */
	public static final String ANY_PAGE = "*";

	/** How many pages a site has, numbered from 0. */
	public static final int PAGES = 100;

	/** The header in which a page repeats who the gate says the user is. */
	public static final String USER_HEADER = "X-Gate-User";

	/** The service that CAS tickets are for; it never listens. */
	public static final String CAS_SERVICE = "https://sp.perf.example.edu/app";

	/** The login name with its scope, as eduPerson names it. */
	public static final String PRINCIPAL_NAME = "eduPersonPrincipalName";

	/** A target whose users have a password. */
	public Target(String name, URI start, Kind kind, LoginForm form, URI logout, Path metadata, Path serviceProvider,
			String userAttribute, URI validation) {
		this(name, start, kind, form, logout, metadata, serviceProvider, userAttribute, validation,
				LoginMethod.PASSWORD);
	}

	/** A target whose answers name the user in {@link #PRINCIPAL_NAME}. */
	public Target(String name, URI start, Kind kind, LoginForm form, URI logout, Path metadata, Path serviceProvider) {
		this(name, start, kind, form, logout, metadata, serviceProvider, PRINCIPAL_NAME, start);
	}

	/** The same with the login name in another attribute. */
	public Target withUserAttribute(String attribute) {
		return new Target(name, start, kind, form, logout, metadata, serviceProvider, attribute, validation);
	}

	/** The same with users who prove something else. */
	public Target by(LoginMethod other) {
		LoginForm first = new LoginForm(other.loginForm(form.selector()), form.username(), form.password(),
				form.extra());
		return new Target(name, start, kind, first, logout, metadata, serviceProvider, userAttribute, validation,
				other);
	}

	/**
	 * Whether users send codes, of which each is accepted once.
	 */
	public boolean usesCodes() {
		return kind == Kind.VALIDATION ? Validations.proof(this).needsCode() : method.usesCodes();
	}

	/** Whether it is a validation service that is asked about PINs. */
	public boolean asksForPin() {
		return kind == Kind.VALIDATION && Validations.proof(this) == Validations.Proof.PIN;
	}

	/**
	 * The same, begun by an AuthnRequest to the address in the metadata.
	 * @throws IOException if the metadata cannot be read or has no such address
	 */
	public Target byRequest() throws IOException {
		String address = AnswerCheck.identityProvider(metadata)
			.redirectSsoUrl()
			.orElseThrow(() -> new IOException(metadata + ": no SingleSignOnService for HTTP-Redirect"));
		return new Target(name, URI.create(address), Kind.REDIRECT, form, logout, metadata, serviceProvider,
				userAttribute, URI.create(address), method);
	}

	/**
	 * The same server, by CAS tickets for {@link #CAS_SERVICE}.
	 * @param root of its CAS endpoints, such as {@code https://login.example.edu/cas}
	 */
	public Target byTickets(String root) {
		String service = "?service=" + URLEncoder.encode(CAS_SERVICE, StandardCharsets.UTF_8);
		return new Target(name, URI.create(root + "/login" + service), Kind.CAS, form, URI.create(root + "/logout"),
				metadata, serviceProvider, userAttribute, URI.create(root + "/p3/serviceValidate" + service));
	}

	/** The same server, through its gate before the pages of a site. */
	public Target throughGate(URI anyPage) {
		return new Target(name, anyPage, Kind.GATE, form, logout, metadata, serviceProvider, userAttribute, anyPage);
	}

	/** Where this sign-on begins: at a page drawn at random if any will do. */
	String measurementStart() {
		return kind == Kind.GATE
				? start.toString().replace(ANY_PAGE, Integer.toString(ThreadLocalRandom.current().nextInt(PAGES)))
				: start.toString();
	}

	/** How a sign-on begins. */
	public enum Kind {

		/** By a link, without a request. */
		UNSOLICITED,
		/** By an AuthnRequest in the address, new each time; InResponseTo is checked. */
		REDIRECT,
		/**
		 * By a link with the service's address (CAS Protocol 3.0.3, 2.1); the ticket is
		 * validated at once, and the user's name in the answer is the proof.
		 */
		CAS,
		/**
		 * At a page behind the gate, whose {@link #USER_HEADER} is the proof.
		 */
		GATE,
		/** Not at all: the {@linkplain Validations validation service} is asked. */
		VALIDATION;

		/** Whether the answer is a SAML assertion. */
		boolean isSaml() {
			return this == UNSOLICITED || this == REDIRECT;
		}

	}

	/**
	 * A login form.
	 *
	 * @param selector CSS selector of the form
	 * @param username name of the field for the login name
	 * @param password name of the field for the password
	 * @param extra fields sent beside those the form has
	 */
	public record LoginForm(String selector, String username, String password, Map<String, String> extra) {
	}

}
