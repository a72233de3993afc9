package org.campanile.perf.load;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A sign-on server under load, and how users sign in to it.
 *
 * @param name in reports
 * @param start the address at which a sign-on begins: for {@link Kind#UNSOLICITED} and
 * {@link Kind#CAS} complete, for {@link Kind#REDIRECT} and {@link Kind#POST} the one that
 * receives an AuthnRequest, for {@link Kind#GATE} a page of the site, or any of them if
 * it contains {@link #ANY_PAGE}
 * @param kind how a sign-on begins
 * @param form its login form
 * @param logout the address for signing out; equal to {@code start} if unknown
 * @param metadata file with its SAML metadata; unused with {@link Kind#CAS} and
 * {@link Kind#GATE}
 * @param serviceProvider folder of the virtual service provider it knows, as
 * {@link VirtualServiceProvider} keeps it
 * @param userAttribute name or friendly name of the attribute that holds the login name,
 * alone or with a scope behind an {@code @}; {@link #NAME_ID} if the name identifier
 * does. An answer without it does not prove the right user and fails as {@code no-user}
 * @param validation for {@link Kind#CAS}: the address at which the service validates
 * tickets; equal to {@code start} otherwise
 * @param method the proofs that users present
 */
public record Target(String name, URI start, Kind kind, LoginForm form, URI logout, Path metadata, Path serviceProvider,
		String userAttribute, URI validation, LoginMethod method) {

	/** Stands for the name identifier, if it is the login name. */
	public static final String NAME_ID = "NameID";

	/** Stands, in the address of a page, for the number of any of {@link #PAGES}. */
	public static final String ANY_PAGE = "*";

	/** The number of pages of a site, numbered from 0. */
	public static final int PAGES = 100;

	/** The response header in which a page repeats the user that the gate reports. */
	public static final String USER_HEADER = "X-Gate-User";

	/** The address of the service that CAS tickets are for; it never listens. */
	public static final String CAS_SERVICE = "https://sp.perf.example.edu/app";

	/** The attribute with the scoped login name, by its name in eduPerson. */
	public static final String PRINCIPAL_NAME = "eduPersonPrincipalName";

	/** Creates a target whose users have a password. */
	public Target(String name, URI start, Kind kind, LoginForm form, URI logout, Path metadata, Path serviceProvider,
			String userAttribute, URI validation) {
		this(name, start, kind, form, logout, metadata, serviceProvider, userAttribute, validation,
				LoginMethod.PASSWORD);
	}

	/** Creates a target whose answers name the user in {@link #PRINCIPAL_NAME}. */
	public Target(String name, URI start, Kind kind, LoginForm form, URI logout, Path metadata, Path serviceProvider) {
		this(name, start, kind, form, logout, metadata, serviceProvider, PRINCIPAL_NAME, start);
	}

	/** Returns the same target with the login name in another attribute. */
	public Target withUserAttribute(String attribute) {
		return new Target(name, start, kind, form, logout, metadata, serviceProvider, attribute, validation);
	}

	/** Returns the same target with users who present other proofs. */
	public Target by(LoginMethod other) {
		LoginForm first = new LoginForm(other.loginForm(form.selector()), form.username(), form.password(),
				form.extra());
		return new Target(name, start, kind, first, logout, metadata, serviceProvider, userAttribute, validation,
				other);
	}

	/** Whether users send codes, each of which is accepted once. */
	public boolean usesCodes() {
		return kind == Kind.VALIDATION ? Validations.proof(this).needsCode() : method.usesCodes();
	}

	/** Whether it is a validation service that checks PINs. */
	public boolean asksForPin() {
		return kind == Kind.VALIDATION && Validations.proof(this) == Validations.Proof.PIN;
	}

	/**
	 * Returns the same target, with sign-ons begun by an AuthnRequest over HTTP-Redirect
	 * to the address in the metadata.
	 * @throws IOException if the metadata cannot be read or has no such address
	 */
	public Target byRedirect() throws IOException {
		return byRequest(Kind.REDIRECT, AnswerCheck.identityProvider(metadata).redirectSsoUrl(), "HTTP-Redirect");
	}

	/**
	 * Returns the same target, with sign-ons begun by an AuthnRequest over HTTP-POST to
	 * the address in the metadata.
	 * @throws IOException if the metadata cannot be read or has no such address
	 */
	public Target byPost() throws IOException {
		return byRequest(Kind.POST, AnswerCheck.identityProvider(metadata).postSsoUrl(), "HTTP-POST");
	}

	private Target byRequest(Kind binding, Optional<String> endpoint, String bindingName) throws IOException {
		URI address = URI.create(
				endpoint.orElseThrow(() -> new IOException(metadata + ": no SingleSignOnService for " + bindingName)));
		return new Target(name, address, binding, form, logout, metadata, serviceProvider, userAttribute, address,
				method);
	}

	/**
	 * Returns the same server with CAS tickets for {@link #CAS_SERVICE}.
	 * @param root base address of its CAS endpoints, such as
	 * {@code https://login.example.edu/cas}
	 */
	public Target byTickets(String root) {
		String service = "?service=" + URLEncoder.encode(CAS_SERVICE, StandardCharsets.UTF_8);
		return new Target(name, URI.create(root + "/login" + service), Kind.CAS, form, URI.create(root + "/logout"),
				metadata, serviceProvider, userAttribute, URI.create(root + "/p3/serviceValidate" + service));
	}

	/** Returns the same server behind the gate of a site's pages. */
	public Target throughGate(URI anyPage) {
		return new Target(name, anyPage, Kind.GATE, form, logout, metadata, serviceProvider, userAttribute, anyPage);
	}

	/** Returns where the next sign-on begins: at a random page if any will do. */
	String measurementStart() {
		return kind == Kind.GATE
				? start.toString().replace(ANY_PAGE, Integer.toString(ThreadLocalRandom.current().nextInt(PAGES)))
				: start.toString();
	}

	/** The ways in which a sign-on begins. */
	public enum Kind {

		/** A link, without a request. */
		UNSOLICITED,
		/** An AuthnRequest in the address, new each time; InResponseTo is checked. */
		REDIRECT,
		/** The same in a form that is posted (SAML 2.0 Bindings 3.5). */
		POST,
		/**
		 * A link with the service's address (CAS Protocol 3.0.3, 2.1). The ticket is
		 * validated at once, and the user's name in that answer is checked.
		 */
		CAS,
		/** A page behind the gate, whose {@link #USER_HEADER} is checked. */
		GATE,
		/** No sign-on: the {@linkplain Validations validation service} is asked. */
		VALIDATION;

		/** Whether the answer is a SAML assertion. */
		public boolean isSaml() {
			return this == UNSOLICITED || this == REDIRECT || this == POST;
		}

	}

	/**
	 * A login form.
	 *
	 * @param selector CSS selector of the form
	 * @param username name of the field for the login name
	 * @param password name of the field for the password
	 * @param extra additional fields to send, besides those of the form
	 */
	public record LoginForm(String selector, String username, String password, Map<String, String> extra) {
	}

}
