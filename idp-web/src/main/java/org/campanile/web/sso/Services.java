package org.campanile.web.sso;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.signon.SignOnRequest;
import org.campanile.web.page.Pages;
import org.campanile.web.page.ServiceView;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Services as pages show them. Thread-safe. */
@Component
public class Services {

	private final RelyingPartyRegistry registry;

	private final Pages pages;

	Services(RelyingPartyRegistry registry, Pages pages) {
		this.registry = registry;
		this.pages = pages;
	}

	ServiceView view(SignOnRequest signOn, HttpServletRequest request) {
		return view(signOn.service(), signOn.answerUrl(), request);
	}

	/**
	 * @param endpoint one of the service's own addresses, which tells where it lives if
	 * metadata does not
	 */
	public ServiceView view(String entityId, String endpoint, HttpServletRequest request) {
		return registry.find(entityId)
			.map(service -> view(service, endpoint, pages.locale(request)))
			.orElseGet(() -> new ServiceView(entityId, null, origin(endpoint)));
	}

	/**
	 * @return null if metadata knows no such service
	 */
	public @Nullable ServiceView view(String entityId, HttpServletRequest request) {
		return registry.find(entityId).map(service -> {
			String endpoint = service.assertionConsumerServices().isEmpty() ? entityId
					: service.assertionConsumerServices().getFirst().location();
			return view(service, endpoint, pages.locale(request));
		}).orElse(null);
	}

	/** Its name for people, or its host, or its entityID. */
	public String name(String entityId, Locale locale) {
		return registry.find(entityId).map(service -> service.display().nameOrHost(locale, entityId)).orElse(entityId);
	}

	private static ServiceView view(RelyingParty service, String endpoint, Locale locale) {
		ServiceView view = ServiceView.of(service, locale);
		return view.startUrl() != null ? view : view.startingAt(origin(endpoint));
	}

	/**
	 * The front page of where the service's endpoint lives: the best place to start again
	 * that metadata tells of.
	 */
	private static @Nullable String origin(String url) {
		try {
			URI uri = new URI(url);
			boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
			return web && uri.getHost() != null
					? new URI(uri.getScheme(), null, uri.getHost(), uri.getPort(), "/", null, null).toString() : null;
		}
		catch (URISyntaxException ex) {
			return null;
		}
	}

}
