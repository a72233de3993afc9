package org.campanile.web.sso;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

import org.campanile.audit.AuditEvent;
import org.campanile.audit.AuditLog;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.session.StoreUnavailableException;
import org.campanile.web.page.LoggedOutPage;
import org.campanile.web.page.LoggedOutService;
import org.campanile.web.page.Pages;
import org.campanile.web.security.ClientAddress;

/** Ends the session here, and says which services it cannot end elsewhere. */
@Controller
class LogoutController {

	private static final Logger logger = LoggerFactory.getLogger(LogoutController.class);

	private final Sessions sessions;

	private final SessionCookie sessionCookie;

	private final Services services;

	private final Pages pages;

	private final AuditLog auditLog;

	private final ClientAddress clientAddress;

	LogoutController(Sessions sessions, SessionCookie sessionCookie, Services services, Pages pages, AuditLog auditLog,
			ClientAddress clientAddress) {
		this.sessions = sessions;
		this.sessionCookie = sessionCookie;
		this.services = services;
		this.pages = pages;
		this.auditLog = auditLog;
		this.clientAddress = clientAddress;
	}

	@GetMapping("/profile/Logout")
	void logout(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Optional<String> token = sessionCookie.read(request);
		Optional<SsoSession> ended = Optional.empty();
		if (token.isPresent()) {
			sessionCookie.clear(response);
			try {
				ended = sessions.end(token.get());
			}
			catch (StoreUnavailableException ex) {
				logger.warn("A session could not be ended in the store, only its cookie was cleared: {}",
						ex.getMessage());
			}
		}
		ended.ifPresent(session -> auditLog
			.record(new AuditEvent(AuditEvent.Type.LOGOUT, "OK", fields(session, clientAddress.of(request)))));
		Locale locale = pages.locale(request);
		List<LoggedOutService> left = ended.map(SsoSession::services)
			.orElse(List.of())
			.stream()
			.map(service -> new LoggedOutService(services.name(service.entityId(), locale),
					LoggedOutService.State.CANNOT_BE_ASKED))
			.toList();
		pages.loggedOut(new LoggedOutPage(left, !left.isEmpty()), request, response);
	}

	private static Map<String, String> fields(SsoSession session, String address) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("user", session.principal());
		fields.put("address", address);
		fields.put("services", Integer.toString(session.services().size()));
		return fields;
	}

}
