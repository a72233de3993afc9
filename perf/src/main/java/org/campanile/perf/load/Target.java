package org.campanile.perf.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An identity provider under load, and how a user signs in to it.
 *
 * @param name in reports
 * @param start where a sign-on begins: for {@link Kind#UNSOLICITED} the whole address,
 * for {@link Kind#REDIRECT} the one that takes an AuthnRequest, for {@link Kind#SERVICE}
 * a page of the service, or any if {@link #ANY_PAGE} stands in it
 * @param kind how it begins
 * @param form its login form
 * @param logout where a user signs out; equal to {@code start} if it is not known
 * @param metadata its metadata, as a file
 * @param serviceProvider folder of the virtual service provider it knows, as
 * {@link VirtualServiceProvider} keeps it
 * @param userAttribute name or friendly name of the attribute whose value is the login
 * name, alone or with a scope behind an {@code @}; {@link #NAME_ID} if the name
 * identifier is. Without that attribute in an answer, the right user is not proven and
 * the answer is {@code no-user}
 * @param page for {@link Kind#SERVICE}: a page of the service that is fetched once the
 * user has signed on; equal to {@code start} if none is
 */
public record Target(String name, URI start, Kind kind, LoginForm form, URI logout, Path metadata, Path serviceProvider,
		String userAttribute, URI page) {

	/** The name identifier is the login name. */
	public static final String NAME_ID = "NameID";

	/** In the address of a service's page, stands for the number of any of them. */
	public static final String ANY_PAGE = "*";

	/** The login name with its scope, as eduPerson names it. */
	public static final String PRINCIPAL_NAME = "eduPersonPrincipalName";

	/** A target whose answers name the user in {@link #PRINCIPAL_NAME}. */
	public Target(String name, URI start, Kind kind, LoginForm form, URI logout, Path metadata, Path serviceProvider) {
		this(name, start, kind, form, logout, metadata, serviceProvider, PRINCIPAL_NAME, start);
	}

	/** The same with the login name in another attribute. */
	public Target withUserAttribute(String attribute) {
		return new Target(name, start, kind, form, logout, metadata, serviceProvider, attribute, page);
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
				userAttribute, URI.create(address));
	}

	/** The same identity provider, reached by way of a service of its own. */
	public Target atService(URI protectedAddress, URI pageOfService) {
		return new Target(name, protectedAddress, Kind.SERVICE, form, logout, metadata, serviceProvider, userAttribute,
				pageOfService);
	}

	/** Where this sign-on begins: at a page drawn at random if any will do. */
	String measurementStart() {
		return kind == Kind.SERVICE
				? start.toString()
					.replace(ANY_PAGE, Integer.toString(ThreadLocalRandom.current().nextInt(ProtectedPages.COUNT)))
				: start.toString();
	}

	/** How a sign-on begins. */
	public enum Kind {

		/** By a link, without a request. */
		UNSOLICITED,
		/** By an AuthnRequest in the address, new each time; InResponseTo is checked. */
		REDIRECT,
		/**
		 * At a service that listens: the answer is carried there, and its page, which
		 * must hold the login name, is the proof.
		 */
		SERVICE

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
