package org.campanile.web.consent;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import org.campanile.audit.AuditEvent;
import org.campanile.consent.NoticeApproval;
import org.campanile.consent.TermsApproval;
import org.campanile.signon.Refusal;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Responses;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.ApprovalPage;
import org.campanile.web.sso.ServiceViews;

/** Shows terms of use, and asks whether the user accepts them. Thread-safe. */
@Component
class TermsPage implements ApprovalPage {

	private final Pages pages;

	private final ServiceViews services;

	private final LiveConfiguration live;

	TermsPage(Pages pages, ServiceViews services, LiveConfiguration live) {
		this.pages = pages;
		this.services = services;
		this.live = live;
	}

	/**
	 * A part of a text.
	 *
	 * @param text in plain text
	 */
	public record Paragraph(boolean heading, String text) {

		private static final String HEADING = "# ";

		/** An empty line begins a paragraph, {@code # } a heading. */
		static List<Paragraph> of(String text) {
			return Arrays.stream(text.split("(?:\\h*\\R){2,}"))
				.map(String::strip)
				.filter(part -> !part.isEmpty())
				.map(part -> part.startsWith(HEADING) ? new Paragraph(true, part.substring(HEADING.length()).strip())
						: new Paragraph(false, part))
				.toList();
		}

	}

	/** Returns the text in a language, or in the existing one. */
	static String in(Locale locale, Map<String, String> texts, String otherwise) {
		for (String tag : List.of(locale.toLanguageTag(), locale.getLanguage(), otherwise)) {
			String text = texts.get(tag);
			if (text != null) {
				return text;
			}
		}
		return texts.values().iterator().next();
	}

	/** Asks again, as the configuration has changed since the page was chosen. */
	private static void askAnew(Form form, HttpServletResponse response) {
		Responses.seeOther(response, form.selfUrl());
	}

	@Override
	public String kind() {
		return TermsApproval.KIND;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		TermsApproval.Terms terms = (TermsApproval.Terms) form.pending().page();
		Map<String, String> texts = live.current().get(TermsProperties.Texts.class).texts().get(terms.id());
		if (texts == null) {
			askAnew(form, response);
			return;
		}
		ServiceView service = services.view(form.pending().request(), request);
		pages.show("terms", request, response, form.selfUrl(),
				frame -> frame.title(frame.texts().text("terms.heading"))
					.list("paragraphs", Paragraph.of(in(frame.texts().locale(), texts, "")))
					.put("action", form.action())
					.hidden(form.hiddenFields())
					.formTargets(service));
	}

	@Override
	public Declined declined() {
		return new Declined(Refusal.TERMS_DECLINED, AuditEvent.Type.TERMS_DECLINED);
	}

	/** Shows a message. Thread-safe. */
	@Component
	static class MessagePage implements ApprovalPage {

		private final Pages pages;

		private final ServiceViews services;

		private final LiveConfiguration live;

		MessagePage(Pages pages, ServiceViews services, LiveConfiguration live) {
			this.pages = pages;
			this.services = services;
			this.live = live;
		}

		@Override
		public String kind() {
			return NoticeApproval.KIND;
		}

		@Override
		public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
			NoticeApproval.Notice notice = (NoticeApproval.Notice) form.pending().page();
			InterruptsProperties.Message message = live.current()
				.get(InterruptsProperties.Texts.class)
				.messages()
				.get(notice.id());
			if (message == null) {
				askAnew(form, response);
				return;
			}
			ServiceView service = services.view(form.pending().request(), request);
			pages.show("message", request, response, form.selfUrl(), frame -> {
				Locale locale = frame.texts().locale();
				frame.heading(in(locale, message.headings(), "en"), null)
					.list("paragraphs", Paragraph.of(in(locale, message.texts(), "en")))
					.put("link", message.link())
					.put("acknowledge", message.acknowledge())
					.put("continueTo", frame.texts().around("redirect.continue", "service", service.name()))
					.put("action", form.action())
					.hidden(form.hiddenFields())
					.formTargets(service);
			});
		}

		/** A message is not declined. */
		@Override
		public @Nullable Declined declined() {
			return null;
		}

	}

}
