package org.campanile.web.sso;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.Service;
import org.campanile.service.ServiceCatalog;
import org.campanile.signon.SignOnRequest;
import org.campanile.web.page.Pages;
import org.campanile.web.page.ServiceView;
import org.campanile.web.page.WebAddress;

/** Services as pages show them. Thread-safe. */
@Component
public class ServiceViews {

	private final ServiceCatalog catalog;

	private final Pages pages;

	ServiceViews(ServiceCatalog catalog, Pages pages) {
		this.catalog = catalog;
		this.pages = pages;
	}

	/** The service of a request that is under way. */
	public ServiceView view(SignOnRequest signOn, HttpServletRequest request) {
		Optional<? extends Service> service = catalog.find(signOn.protocol(), signOn.service());
		ServiceView view = view(service, signOn.service(), signOn.answerUrl(), request);
		return service.filter(Service::answeredByRedirect).isPresent() ? view.redirectedTo(signOn.answerUrl()) : view;
	}

	/**
	 * @param endpoint one of the service's own addresses; its host is where the user
	 * starts again if the service itself names no address
	 */
	public ServiceView view(String id, String endpoint, HttpServletRequest request) {
		return view(catalog.find(id), id, endpoint, request);
	}

	private ServiceView view(Optional<? extends Service> known, String id, String endpoint,
			HttpServletRequest request) {
		return known.isPresent() ? view(known.get(), endpoint, pages.locale(request))
				: new ServiceView(id, null, origin(endpoint));
	}

	/**
	 * @return null if there is no such service
	 */
	public @Nullable ServiceView view(ProtocolId protocol, String id, HttpServletRequest request) {
		return view(catalog.find(protocol, id), id, request);
	}

	/**
	 * For a service of an unknown protocol.
	 * @return null if there is no such service
	 */
	public @Nullable ServiceView view(String id, HttpServletRequest request) {
		return view(catalog.find(id), id, request);
	}

	private @Nullable ServiceView view(Optional<? extends Service> service, String id, HttpServletRequest request) {
		return service.isPresent() ? view(service.get(), service.get().address().orElse(id), pages.locale(request))
				: null;
	}

	/** Returns the service's display name, or its host, or its id. */
	public String name(ProtocolId protocol, String id, Locale locale) {
		return name(catalog.find(protocol, id), id, locale);
	}

	/** Returns the name of a service of an unknown protocol. */
	public String name(String id, Locale locale) {
		return name(catalog.find(id), id, locale);
	}

	private String name(Optional<? extends Service> service, String id, Locale locale) {
		if (service.isEmpty()) {
			return id;
		}
		return service.get().protocol().equals(ProtocolId.OWN) ? ownName(locale)
				: service.get().display().nameOrHost(locale, id);
	}

	private String ownName(Locale locale) {
		return pages.texts(locale).text("account.title");
	}

	private ServiceView view(Service service, String endpoint, Locale locale) {
		if (service.protocol().equals(ProtocolId.OWN)) {
			return new ServiceView(ownName(locale), null, service.id());
		}
		ServiceView view = ServiceView.of(service, locale);
		return view.startUrl() != null ? view : view.startingAt(origin(endpoint));
	}

	/**
	 * The front page of the host of the service's endpoint: the best available place to
	 * start again.
	 */
	private static @Nullable String origin(String url) {
		return WebAddress.link(url)
			.map(URI::create)
			.map(uri -> uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + '/')
			.orElse(null);
	}

}
