package org.campanile.perf;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.campanile.perf.load.Target;
import org.campanile.perf.load.TargetPreset;
import org.campanile.perf.load.VirtualServiceProvider;

/** The options that describe somebody else's server, and how people sign in to it. */
final class TargetOptions {

	@Option(names = "--target", paramLabel = "URL",
			description = "Measures a server that runs elsewhere: any SAML identity provider or CAS server with a login form.")
	@Nullable private URI target;

	@Option(names = "--metadata", paramLabel = "FILE", description = "Its SAML metadata; not with --preset cas.")
	@Nullable private Path metadata;

	@Option(names = "--service-provider", paramLabel = "DIR",
			description = "Where keys and metadata of the virtual service provider lie, which that server must know; "
					+ "made if absent (default: service-provider in the folder of --results).")
	@Nullable private Path serviceProvider;

	@Option(names = "--preset", paramLabel = "NAME", defaultValue = "shibboleth",
			description = "How its login looks: campanile, keycloak, shibboleth, simplesamlphp, cas, cas-saml (default: "
					+ "${DEFAULT-VALUE}). Each says in perf's documentation what the URL must be.")
	private String preset = "shibboleth";

	@Option(names = "--start", paramLabel = "URL",
			description = "Where a sign-on begins: the link of unsolicited single sign-on, or with --redirect the "
					+ "address that takes an AuthnRequest (default: the preset's, or with --redirect the one in the "
					+ "metadata).")
	@Nullable private URI start;

	@Option(names = "--redirect", description = "Begins with an AuthnRequest, new each time, in place of a link.")
	private boolean redirect;

	@Option(names = "--form", paramLabel = "CSS", description = "Selector of its login form (default: the preset's).")
	@Nullable private String form;

	@Option(names = "--username-field", paramLabel = "NAME", description = "Of the form (default: the preset's).")
	@Nullable private String username;

	@Option(names = "--password-field", paramLabel = "NAME", description = "Of the form (default: the preset's).")
	@Nullable private String password;

	@Option(names = "--user-attribute", paramLabel = "NAME", defaultValue = Target.PRINCIPAL_NAME,
			description = "The attribute that holds the login name, or NameID (default: ${DEFAULT-VALUE}).")
	private String userAttribute = Target.PRINCIPAL_NAME;

	/** Returns the server to measure and its login form; empty without --target. */
	Optional<Target> target(Path results) throws IOException {
		if (target == null) {
			return Optional.empty();
		}
		OptionRules.require(target.getHost() != null, "--target must be a whole address: " + target);
		TargetPreset known = OptionRules.named("--preset", "preset", preset, List.of(TargetPreset.values()),
				TargetPreset::label);
		String base = target.toString().replaceAll("/+$", "");
		if (known == TargetPreset.CAS) {
			return Optional.of(tickets(base));
		}
		Path described = metadata;
		if (described == null || !Files.isReadable(described)) {
			throw new IllegalArgumentException(
					"--metadata must name the metadata of " + target + ", as a file that can be read");
		}
		VirtualServiceProvider service = VirtualServiceProvider
			.in(serviceProvider == null ? results.resolve("service-provider") : serviceProvider);
		Target usual = known.target(base, described.toAbsolutePath(), service).withUserAttribute(userAttribute);
		Target begun = begun(usual);
		return Optional.of(new Target(begun.name(), begun.start(), begun.kind(), form(usual.form()), begun.logout(),
				begun.metadata(), begun.serviceProvider(), begun.userAttribute(), begun.validation()));
	}

	/** Returns a target for CAS tickets; its login form may be any server's. */
	private Target tickets(String base) {
		OptionRules.require(!redirect && start == null, "--redirect and --start are of SAML, and --preset cas is not");
		Path none = Path.of("");
		Target.LoginForm form = form(TargetPreset.CAS.form());
		URI address = URI.create(base);
		return new Target(TargetPreset.CAS.label(), address, Target.Kind.UNSOLICITED, form, address, none, none)
			.byTickets(base);
	}

	private Target begun(Target usual) throws IOException {
		URI named = start;
		if (named == null) {
			return redirect ? usual.byRedirect() : usual;
		}
		return new Target(usual.name(), named, redirect ? Target.Kind.REDIRECT : usual.kind(), usual.form(),
				usual.logout(), usual.metadata(), usual.serviceProvider(), usual.userAttribute(), named);
	}

	private Target.LoginForm form(Target.LoginForm usual) {
		return new Target.LoginForm(form == null ? usual.selector() : form,
				username == null ? usual.username() : username, password == null ? usual.password() : password,
				usual.extra());
	}

}
