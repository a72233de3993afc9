package org.campanile.web.consent;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.attribute.AttributeValue;
import org.campanile.audit.AuditEvent;
import org.campanile.consent.Consent;
import org.campanile.consent.ConsentApproval;
import org.campanile.consent.ReleasedItem;
import org.campanile.signon.Approval;
import org.campanile.signon.Refusal;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.ApprovalPage;
import org.campanile.web.sso.ServiceViews;

/**
 * Shows the attributes that a service would receive, and asks whether it may.
 * Thread-safe.
 */
@Component
class ConsentPage implements ApprovalPage {

	/**
	 * The prefix of the id of each attribute that the user could withhold, for nodes of
	 * versions that seal no such list.
	 */
	private static final String OFFERED = "offered.";

	/** The prefix of the id of each of these attributes that may be released. */
	private static final String RELEASED = "release.";

	private static final String AGAIN = "again";

	private final Pages pages;

	private final ServiceViews services;

	ConsentPage(Pages pages, ServiceViews services) {
		this.pages = pages;
		this.services = services;
	}

	/**
	 * An attribute on the page.
	 *
	 * @param label its name in words
	 * @param released whether the box is ticked at first, as the user has agreed to these
	 * values before: any other box that is ticked by itself is no consent (GDPR, recital
	 * 32)
	 * @param changed whether it is new or changed since the user agreed
	 */
	public record Item(String id, String label, List<String> values, boolean released, boolean changed) {
	}

	/**
	 * A choice of when the user is asked again.
	 *
	 * @param code as the form carries it
	 * @param text in words
	 * @param preset whether it is chosen at first
	 */
	public record Choice(String code, String text, boolean preset) {
	}

	@Override
	public String kind() {
		return ConsentApproval.KIND;
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) throws IOException {
		ConsentApproval.Asked asked = (ConsentApproval.Asked) form.pending().page();
		ServiceView service = services.view(form.pending().request(), request);
		Consent.Given previous = asked.previous();
		List<Consent.Choice> choices = asked.rule().choices();
		Consent.Choice preset = previous != null && choices.contains(previous.choice()) ? previous.choice()
				: choices.getFirst();
		pages.show("consent", request, response, form.selfUrl(), frame -> {
			LanguageTexts texts = frame.texts();
			frame.title(texts.text("consent.heading", "service", service.name()))
				.service(service)
				.put("heading", texts.around("consent.heading", "service", service.name()))
				.put("changed", asked.items().stream().anyMatch(item -> isChanged(item, asked)))
				.list("items", items(asked, texts, false))
				.list("optional", items(asked, texts, true))
				.put("choice", choices.size() == 1 ? choices.getFirst().code() : null)
				.list("choices",
						choices.size() == 1 ? List.of()
								: choices.stream()
									.map(choice -> new Choice(choice.code(), text(choice, texts), choice == preset))
									.toList())
				.put("action", form.action())
				.hidden(form.hiddenFields());
		});
	}

	/** Whether the earlier consent does not cover an item. */
	private static boolean isChanged(ReleasedItem item, ConsentApproval.Asked asked) {
		return asked.isChanged(item) || asked.wasDenied(item) && !asked.isOptional(item);
	}

	private static List<Item> items(ConsentApproval.Asked asked, LanguageTexts texts, boolean optional) {
		return asked.items()
			.stream()
			.filter(item -> asked.isOptional(item) == optional)
			.map(item -> item(item, asked, texts))
			.toList();
	}

	private static Item item(ReleasedItem item, ConsentApproval.Asked asked, LanguageTexts texts) {
		boolean name = item.id().equals(ReleasedItem.NAME);
		return new Item(item.id(), name ? texts.text("consent.name") : AttributeLabels.of(item.id(), texts),
				item.values().stream().map(value -> text(value, texts)).toList(), asked.wasAgreed(item),
				asked.isChanged(item));
	}

	private static String text(AttributeValue value, LanguageTexts texts) {
		return value instanceof AttributeValue.Binary binary ? texts.count("consent.binary", binary.bytes().length)
				: value.text();
	}

	private static String text(Consent.Choice choice, LanguageTexts texts) {
		return switch (choice) {
			case IF_CHANGED -> texts.text("consent.again.if-changed");
			case EACH_TIME -> texts.text("consent.again.each-time");
			case NEVER -> texts.text("consent.again.never");
		};
	}

	/**
	 * Returns the decision. The sealed data says which attributes are optional, so that a
	 * template without a box for one does not release it.
	 */
	@Override
	public Approval.Decision decision(Approval.Decision shown, HttpServletRequest request) {
		Set<String> denied = named(OFFERED, request);
		denied.addAll(shown.denied());
		denied.removeAll(named(RELEASED, request));
		return new Approval.Decision(shown.kind(), shown.id(), shown.fingerprint(),
				Objects.requireNonNullElse(request.getParameter(AGAIN), ""), denied);
	}

	private static Set<String> named(String prefix, HttpServletRequest request) {
		return request.getParameterMap()
			.keySet()
			.stream()
			.filter(name -> name.startsWith(prefix))
			.map(name -> name.substring(prefix.length()))
			.collect(Collectors.toCollection(HashSet::new));
	}

	@Override
	public Declined declined() {
		return new Declined(Refusal.CONSENT_DECLINED, AuditEvent.Type.CONSENT_DECLINED);
	}

}
