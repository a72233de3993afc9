package org.campanile.web.sso;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.session.SessionKey;
import org.campanile.signon.SignOnRequest;
import org.campanile.web.security.BrowserBinding;

/** Shows the pages between login and service, one after the other. Thread-safe. */
@Component
class Interrupts {

	/**
	 * The parameters of the login's address, in which the ids of interrupts are
	 * parameters too.
	 */
	private static final Set<String> RESERVED = Set.of("flow", "since", "instead", "lang", "step");

	private static final int MAX_CONTENT = 256;

	private final List<Interrupt> interrupts;

	private final LoginFlows flows;

	private final BrowserBinding browserBinding;

	private final String action;

	Interrupts(List<Interrupt> interrupts, LoginFlows flows, BrowserBinding browserBinding,
			IdentityProvider identityProvider) {
		Set<String> taken = new HashSet<>(RESERVED);
		for (Interrupt interrupt : interrupts) {
			if (!taken.add(interrupt.id())) {
				throw new IllegalStateException("the id '" + interrupt.id() + "' of " + interrupt.getClass().getName()
						+ " is that of another page between login and service, or of a field of the login; "
						+ "give it one of its own");
			}
		}
		this.interrupts = interrupts;
		this.flows = flows;
		this.browserBinding = browserBinding;
		this.action = identityProvider.contextPath() + LoginController.PATH;
	}

	/**
	 * The first page that is due after that login, if one is; the others follow it.
	 * @param session the session that has just begun
	 */
	boolean show(SignOnRequest signOn, AuthenticatedUser user, SessionKey session, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Map<String, String> due = new LinkedHashMap<>();
		interrupts.forEach(interrupt -> interrupt.due(user).ifPresent(content -> due.put(interrupt.id(), content)));
		return !due.isEmpty() && show(due, signOn,
				flows.forUrlAfterLogin(signOn, session, browserBinding.browserId(request, response)), request,
				response);
	}

	/**
	 * Shows the pages like {@link #show}, for an address that names them: one that is
	 * shown once more, or the next.
	 * @param flow as in the link that goes on to the service
	 */
	boolean showAgain(SignOnRequest signOn, String flow, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		return show(due(request), signOn, flow, request, response);
	}

	/**
	 * Returns the parameters by which an address leads to the pages that are still due.
	 */
	Map<String, String> onwards(HttpServletRequest request) {
		Map<String, String> onwards = new LinkedHashMap<>();
		onwards.put("flow", LoginController.parameter(request, "flow"));
		onwards.putAll(due(request));
		return onwards;
	}

	/**
	 * The pages that the address names: content by id. What is too long for an address is
	 * left out.
	 */
	private Map<String, String> due(HttpServletRequest request) {
		Map<String, String> due = new LinkedHashMap<>();
		interrupts.forEach(interrupt -> {
			String content = request.getParameter(interrupt.id());
			if (content != null && content.length() <= MAX_CONTENT) {
				due.put(interrupt.id(), content);
			}
		});
		return due;
	}

	/**
	 * Shows the first of these pages that can be shown. Its form and its address carry
	 * the others.
	 * @param due content by id, in the order of the pages
	 */
	private boolean show(Map<String, String> due, SignOnRequest signOn, String flow, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Map<String, String> open = new LinkedHashMap<>(due);
		for (Interrupt interrupt : interrupts) {
			String content = open.get(interrupt.id());
			if (content != null) {
				StringBuilder selfUrl = new StringBuilder(action).append("?flow=").append(flow);
				open.forEach((id, each) -> selfUrl.append('&')
					.append(id)
					.append('=')
					.append(URLEncoder.encode(each, StandardCharsets.UTF_8)));
				open.remove(interrupt.id());
				Map<String, String> hidden = new LinkedHashMap<>();
				hidden.put("flow", flow);
				hidden.putAll(open);
				if (interrupt.show(new Interrupt.Page(signOn, content, action, hidden, selfUrl.toString()), request,
						response)) {
					return true;
				}
			}
		}
		return false;
	}

}
