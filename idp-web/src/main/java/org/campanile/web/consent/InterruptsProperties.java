package org.campanile.web.consent;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import org.campanile.consent.NoticeApproval;
import org.campanile.web.config.CheckedProperties;
import org.campanile.web.config.Faults;

/**
 * Messages that users are shown on their way to a service.
 *
 * @param messages the messages, in the order in which they are shown
 */
@Validated
@ConfigurationProperties("campanile.interrupts")
public record InterruptsProperties(@DefaultValue List<@Valid Message> messages) implements CheckedProperties {

	private static final String MESSAGES = "campanile.interrupts.messages";

	private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

	/** The frequency with which a user is shown a message. */
	public enum Show {

		/** The message is shown once, after a login. */
		ONCE,
		/** The page is shown after each login. */
		EACH_LOGIN,
		/**
		 * The page is shown at each sign-on to a service, even to a user who is signed
		 * in.
		 */
		EACH_SIGN_ON

	}

	/**
	 * A message.
	 *
	 * @param id its name; a message with another one is shown once more
	 * @param show how often a user is shown it
	 * @param headings its heading by language
	 * @param texts its text by language; an empty line begins a paragraph
	 * @param link the address of a page that says more
	 * @param acknowledge whether the user confirms having read it, which the audit log
	 * records
	 * @param from the day or the time from which it is shown
	 * @param until the day or the time from which it is no longer shown
	 * @param protocols the protocols it applies to; without any, all
	 * @param services the services it applies to, by id; without any, all
	 * @param servicesMatching a regular expression for further ids, in RE2 syntax,
	 * matched as a whole
	 * @param categories entity categories of further services: a name or a URI
	 * @param registrars registrars of further services: the URI that metadata states as
	 * {@code registrationAuthority}
	 * @param attributes attributes with the values of which the user must have one each;
	 * without any, it is for all users
	 */
	public record Message(@DefaultValue("") String id, @DefaultValue("once") Show show,
			@DefaultValue Map<String, String> headings, @DefaultValue Map<String, String> texts, @Nullable String link,
			@DefaultValue("false") boolean acknowledge, @Nullable String from, @Nullable String until,
			@DefaultValue List<String> protocols, @DefaultValue List<String> services,
			@Nullable String servicesMatching, @DefaultValue List<String> categories,
			@DefaultValue List<String> registrars, @DefaultValue Map<String, List<String>> attributes) {

		NoticeApproval.Notice notice(String key, Optional<Set<String>> attributeIds) {
			if (!ID.matcher(id).matches()) {
				throw new IllegalArgumentException(key + ".id: '" + id
						+ "' is no name; use lower-case letters, digits and hyphens, such as maintenance-2026-12");
			}
			if (headings.isEmpty() || texts.isEmpty()) {
				throw new IllegalArgumentException(key + (headings.isEmpty() ? ".headings" : ".texts")
						+ ": there is none; write one for each language, such as en");
			}
			if (link != null && !link.matches("https://\\S+")) {
				throw new IllegalArgumentException(key + ".link: '" + link + "' is not the URL of an https page");
			}
			Instant begins = time(key + ".from", from);
			Instant ends = time(key + ".until", until);
			if (begins != null && ends != null && !begins.isBefore(ends)) {
				throw new IllegalArgumentException(
						key + ".until: it is not after from, so the message is never shown; give a later one");
			}
			return new NoticeApproval.Notice(id,
					new AudienceSettings(protocols, services, servicesMatching, categories, registrars, attributes)
						.audience(key, attributeIds),
					show == Show.ONCE, show == Show.EACH_SIGN_ON, acknowledge, begins, ends);
		}

		private static @Nullable Instant time(String key, @Nullable String text) {
			if (text == null) {
				return null;
			}
			try {
				return text.contains("T") ? OffsetDateTime.parse(text).toInstant()
						: LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
			}
			catch (DateTimeException ex) {
				throw new IllegalArgumentException(key + ": '" + text
						+ "' is no day or time; write \"2026-12-24\" or \"2026-12-24T18:00:00+01:00\", in quotes", ex);
			}
		}

	}

	/**
	 * All messages with their texts.
	 *
	 * @param policy who is shown which
	 * @param messages the texts by id
	 */
	record Texts(NoticeApproval.Policy policy, Map<String, Message> messages) {
	}

	/**
	 * The messages.
	 * @throws IllegalArgumentException for a fault; the message begins with the key
	 */
	Texts read(Optional<Set<String>> attributeIds) {
		List<NoticeApproval.Notice> notices = new ArrayList<>();
		Map<String, Message> byId = new HashMap<>();
		for (int index = 0; index < messages.size(); index++) {
			notices.add(notice(index, attributeIds));
			byId.put(messages.get(index).id(), messages.get(index));
		}
		return new Texts(new NoticeApproval.Policy(notices), byId);
	}

	private NoticeApproval.Notice notice(int index, Optional<Set<String>> attributeIds) {
		return messages.get(index).notice(MESSAGES + "[" + index + "]", attributeIds);
	}

	@Override
	public void check(CheckContext context, Faults faults) {
		Set<String> ids = new HashSet<>();
		IntStream.range(0, messages.size()).forEach(i -> {
			faults.check(() -> notice(i, context.attributeIds()));
			if (!ids.add(messages.get(i).id())) {
				faults.add(MESSAGES + "[" + i + "].id: '" + messages.get(i).id()
						+ "' is the name of two messages; give each its own");
			}
		});
	}

}
