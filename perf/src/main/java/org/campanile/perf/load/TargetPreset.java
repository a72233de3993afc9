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

	/** Campanile; the base URL is that of the server. */
	CAMPANILE("/profile/SAML2/Unsolicited/SSO?providerId={sp}", "/profile/Logout",
			new LoginForm("form", "j_username", "j_password", Map.of())),

	/**
	 * Keycloak; the base URL is that of the realm, whose client must have
	 * {@link #KEYCLOAK_CLIENT} as its name in addresses.
	 */
	KEYCLOAK("/protocol/saml/clients/" + TargetPreset.KEYCLOAK_CLIENT, "/protocol/openid-connect/logout",
			new LoginForm("#kc-form-login", "username", "password", Map.of())),

	/** Shibboleth IdP; the base URL ends with {@code /idp}. */
	SHIBBOLETH("/profile/SAML2/Unsolicited/SSO?providerId={sp}", "/profile/Logout",
			new LoginForm("form", "j_username", "j_password", Map.of("_eventId_proceed", ""))),

	/** SimpleSAMLphp; the base URL ends with {@code /simplesaml}. */
	SIMPLESAMLPHP("/saml2/idp/SSOService.php?spentityid={sp}", "/saml2/idp/SingleLogoutService.php",
			new LoginForm("form", "username", "password", Map.of())),

	/** Any server with CAS tickets; the base URL ends with {@code /cas}. */
	CAS("/login", "/logout", new LoginForm("#fm1", "username", "password", Map.of())),

	/** A CAS server as a SAML identity provider; the base URL ends with {@code /cas}. */
	CAS_SAML("/idp/profile/SAML2/Unsolicited/SSO?providerId={sp}", "/logout",
			new LoginForm("#fm1", "username", "password", Map.of()));

	/** The name in addresses of a Keycloak realm's client. */
	public static final String KEYCLOAK_CLIENT = "perf";

	private final String start;

	private final String logout;

	private final LoginForm form;

	TargetPreset(String start, String logout, LoginForm form) {
		this.start = start;
		this.logout = logout;
		this.form = form;
	}

	/** Returns the name on the command line. */
	public String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	public LoginForm form() {
		return form;
	}

	/**
	 * Returns an identity provider of this kind, with sign-ons begun by a link.
	 * @param baseUrl base URL without a slash at its end
	 * @param metadata file with its metadata
	 * @param serviceProvider the service provider that it knows
	 */
	public Target target(String baseUrl, Path metadata, VirtualServiceProvider serviceProvider) {
		String service = URLEncoder.encode(VirtualServiceProvider.ENTITY_ID, StandardCharsets.UTF_8);
		return new Target(label(), URI.create(baseUrl + start.replace("{sp}", service)), Kind.UNSOLICITED, form,
				URI.create(baseUrl + logout), metadata, serviceProvider.folder());
	}

}
