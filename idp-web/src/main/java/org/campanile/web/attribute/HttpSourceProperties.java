package org.campanile.web.attribute;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import org.campanile.HomeFolder;
import org.campanile.attribute.AttributeSource;
import org.campanile.attribute.Tls;
import org.campanile.attribute.http.HttpSource;
import org.campanile.attribute.http.UrlTemplate;
import org.campanile.http.Urls;
import org.campanile.web.attribute.source.SourceKind;
import org.campanile.web.config.Faults;
import org.campanile.web.config.NestedProperties;
import org.campanile.web.directory.LdapUrls;

/**
 * A web service that answers in JSON.
 *
 * @param url its address, https unless it is on this machine; {@code {username}} in its
 * path or query stands for the canonical name, {@code {mail}} and the like for attributes
 * of the user's own entry
 * @param allowPlainHttp whether http to another machine is accepted: what is said of
 * users crosses the network in clear
 * @param trustedCertificates a file of CA certificates in PEM, relative to the home
 * folder; without it those that the JDK trusts
 * @param token what is shown as a bearer token
 * @param username the name for basic authentication
 * @param password its password
 * @param attributes the attributes that it has, each with the JSON pointer to its values,
 * such as {@code /person/mail}
 */
@NestedProperties("campanile.attributes.sources.*.http")
public record HttpSourceProperties(@Nullable String url, @DefaultValue("false") boolean allowPlainHttp,
		@Nullable Path trustedCertificates, @Nullable String token, @Nullable String username,
		@Nullable String password, @DefaultValue Map<String, String> attributes) implements SourceKind {

	@Override
	public Set<String> provides() {
		return attributes.keySet();
	}

	@Override
	public Set<String> parameters() {
		return template("").names();
	}

	@Override
	public AttributeSource source(String id, String key, HomeFolder home, Duration timeout) {
		return new HttpSource(id, new HttpSource.Settings(template(key), authorization(key), attributes,
				Tls.context(trusted(key, home)), timeout));
	}

	@Override
	public void check(String key, HomeFolder home, Faults faults) {
		faults.check(() -> template(key));
		faults.check(() -> authorization(key));
		faults.check(() -> trusted(key, home));
		attributes.forEach((name, pointer) -> faults.check(() -> {
			Faults.naming(key + "attributes." + name, () -> HttpSource.requirePointer(pointer));
		}));
	}

	private UrlTemplate template(String key) {
		return Faults.named(key + "url", () -> {
			UrlTemplate template = UrlTemplate.parse(url == null ? "" : url);
			if (!template.encrypted() && !allowPlainHttp && !Urls.isLoopback(template.host())) {
				throw new IllegalArgumentException("'" + url
						+ "' is not https, so that what it says of users could be read and changed on the way; use https, "
						+ "or allow-plain-http: true");
			}
			return template;
		});
	}

	private Optional<String> authorization(String key) {
		if (token != null && (username != null || password != null)) {
			throw new IllegalArgumentException(
					key + "token: stands beside a username or a password; remove one or the other");
		}
		if ((username == null) != (password == null)) {
			throw new IllegalArgumentException(key + "password: username and password go together; give both or none");
		}
		if (token != null && !token.matches("[\\x21-\\x7E]+")) {
			throw new IllegalArgumentException(
					key + "token: it is empty, or has characters that no header can carry; correct it");
		}
		return token != null ? Optional.of(HttpSource.Settings.bearer(token)) : username != null && password != null
				? Optional.of(HttpSource.Settings.basic(username, password)) : Optional.empty();
	}

	private Optional<Path> trusted(String key, HomeFolder home) {
		if (trustedCertificates == null) {
			return Optional.empty();
		}
		Path file = LdapUrls.readable(key, home, trustedCertificates);
		Faults.named(key + "trusted-certificates", () -> Tls.context(Optional.of(file)));
		return Optional.of(file);
	}

	/** Omits the credentials, and the URL, which could contain a password. */
	@Override
	public String toString() {
		return "HttpSourceProperties[attributes=" + attributes + "]";
	}

}
