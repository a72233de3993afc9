package org.campanile.perf.load;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

import org.campanile.perf.load.Target.Kind;
import org.campanile.perf.load.Target.LoginForm;

/** Identity providers whose addresses and login forms are known. */
public enum TargetPreset {

	/** The base URL is that of the server. */
	CAMPANILE("/profile/SAML2/Unsolicited/SSO?providerId={sp}", "/profile/Logout",
			new LoginForm("form", "j_username", "j_password", Map.of())),

	/**
	 * The base URL is that of the realm; its client has {@link #KEYCLOAK_CLIENT} as its
	 * name in addresses.
	 */
	KEYCLOAK("/protocol/saml/clients/" + TargetPreset.KEYCLOAK_CLIENT, "/protocol/openid-connect/logout",
			new LoginForm("#kc-form-login", "username", "password", Map.of())),

	/** The base URL ends with {@code /idp}. */
	SHIBBOLETH("/profile/SAML2/Unsolicited/SSO?providerId={sp}", "/profile/Logout",
			new LoginForm("form", "j_username", "j_password", Map.of("_eventId_proceed", ""))),

	/** The base URL ends with {@code /simplesaml}. */
	SIMPLESAMLPHP("/saml2/idp/SSOService.php?spentityid={sp}", "/saml2/idp/SingleLogoutService.php",
			new LoginForm("form", "username", "password", Map.of())),

	/** By CAS tickets, of any server; the base URL ends with {@code /cas}. */
	CAS("/login", "/logout", new LoginForm("#fm1", "username", "password", Map.of())),

	/** A CAS server as a SAML identity provider; the base URL ends with {@code /cas}. */
	CAS_SAML("/idp/profile/SAML2/Unsolicited/SSO?providerId={sp}", "/logout",
			new LoginForm("#fm1", "username", "password", Map.of()));

	/** What the client of a realm is to be called in addresses. */
	public static final String KEYCLOAK_CLIENT = "perf";

	private final String start;

	private final String logout;

	private final LoginForm form;

	TargetPreset(String start, String logout, LoginForm form) {
		this.start = start;
		this.logout = logout;
		this.form = form;
	}

	/** As on the command line. */
	public String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	public LoginForm form() {
		return form;
	}

	/**
	 * An identity provider of this kind, asked by a link without a request.
	 * @param baseUrl without a slash at its end
	 * @param metadata its metadata, as a file
	 * @param serviceProvider that it knows
	 */
	public Target target(String baseUrl, Path metadata, VirtualServiceProvider serviceProvider) {
		String service = URLEncoder.encode(VirtualServiceProvider.ENTITY_ID, StandardCharsets.UTF_8);
		return new Target(label(), URI.create(baseUrl + start.replace("{sp}", service)), Kind.UNSOLICITED, form,
				URI.create(baseUrl + logout), metadata, serviceProvider.folder());
	}

}
