package org.campanile.web.account;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;

import org.campanile.authn.FactorKind;
import org.campanile.consent.Consent;
import org.campanile.consent.ConsentPolicy;
import org.campanile.consent.Consents;
import org.campanile.factor.Bypass;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.session.ServiceSignOn;
import org.campanile.session.SessionOrigin;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.account.Change.Kind;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.page.Branding;
import org.campanile.web.page.DisplayText;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Section;
import org.campanile.web.page.Section.Action;
import org.campanile.web.page.Section.Item;
import org.campanile.web.sso.ServiceViews;

/** Builds the parts of the account page. Thread-safe. */
final class AccountOverview {

	private static final Logger logger = LoggerFactory.getLogger(AccountOverview.class);

	private static final int CONSENTS_AT_ONCE = 200;

	private static final Set<String> REASONS = Set.of("BAD_CREDENTIALS", "THROTTLED", "ACCOUNT_LOCKED",
			"ACCOUNT_DISABLED", "PASSWORD_EXPIRED");

	private final OwnSessions sessions;

	private final AccountFactors factors;

	private final ObjectProvider<Consents> consents;

	private final ObjectProvider<SignInHistory> history;

	private final ServiceViews services;

	private final LiveConfiguration live;

	AccountOverview(OwnSessions sessions, AccountFactors factors, ObjectProvider<Consents> consents,
			ObjectProvider<SignInHistory> history, ServiceViews services, LiveConfiguration live) {
		this.sessions = sessions;
		this.factors = factors;
		this.consents = consents;
		this.history = history;
		this.services = services;
		this.live = live;
	}

	/** The language and the address that links are made with. */
	private record Way(LanguageTexts texts, String changeUrl) {

		Action action(Kind kind, String id, String key, String name) {
			String text = texts.text(key);
			return new Action(changeUrl + new Change(kind, id).query(), text, text + ": " + name);
		}

		Action add(FactorKind kind, String text) {
			return new Action(changeUrl + new Change(Kind.ADD, kind.code()).query(), text, text);
		}

		Section section(String id, @Nullable String text, List<Item> items, List<Action> links) {
			return Section.of(id, texts.text("account." + id), text, items, links);
		}

	}

	/**
	 * Returns all sections. A section whose store does not answer says so, and does not
	 * affect the others.
	 * @param passwordUrl where the password is changed here; empty if it is not
	 */
	List<Section> sections(SsoSession session, Optional<String> passwordUrl, LanguageTexts texts, String changeUrl) {
		Way way = new Way(texts, changeUrl);
		List<Section> sections = new ArrayList<>();
		if (factors.enabled()) {
			sections.addAll(parts("factors", way, () -> factors(session, way)));
		}
		passwordSection(passwordUrl, way).ifPresent(sections::add);
		sections.addAll(parts("sessions", way, () -> List.of(sessionsSection(session, way))));
		boolean asked = live.current().get(ConsentPolicy.class).rules().stream().anyMatch(ConsentPolicy.Rule::ask);
		// What was agreed to can be withdrawn, even if no rule asks for it any more.
		consents.ifAvailable(kept -> sections.addAll(parts("consents", way,
				() -> Stream.of(consentsSection(session, kept, way))
					.filter(section -> asked || section.items() != null)
					.toList())));
		history.ifAvailable(
				recent -> sections.addAll(parts("history", way, () -> List.of(historySection(session, recent, way)))));
		return sections;
	}

	/** Reads parts of the page from a store. */
	private interface Parts {

		List<Section> read() throws StoreUnavailableException;

	}

	private static List<Section> parts(String id, Way way, Parts parts) {
		try {
			return parts.read();
		}
		catch (StoreUnavailableException ex) {
			logger.warn("The part {} of an account page is not shown: {}", id, ex.getMessage());
			return List.of(way.section(id, way.texts().text("account.unavailable"), List.of(), List.of()));
		}
	}

	private List<Section> factors(SsoSession session, Way way) throws StoreUnavailableException {
		LanguageTexts texts = way.texts();
		Enrolment enrolment = factors.of(session.principal());
		Bypass bypass = factors.bypass(session.principal());
		List<FactorKind> offered = factors.offered(Freshness.user(session));
		List<Credential> own = enrolment.credentials().stream().filter(AccountFactors::isOwn).toList();
		String text = bypass != null ? texts.text("account.factors.bypass", "time", time(bypass.until(), way))
				: !own.isEmpty() ? null
						: texts.text(factors.mayBeElsewhere() ? "account.factors.none-here" : "account.factors.none");
		List<Section> sections = new ArrayList<>();
		sections.add(way.section("factors", text, items(own, true, way),
				offered.stream()
					.filter(kind -> !kind.equals(RecoveryCodeMethod.KIND) && !kind.equals(FactorKind.PIN))
					.map(kind -> way.add(kind,
							texts.textOr("enrol." + kind.code() + ".heading",
									texts.text("account.add", "kind", kindName(kind.code(), texts)))))
					.toList()));
		List<Credential> codes = enrolment.of(RecoveryCodeMethod.KIND);
		if (!codes.isEmpty() || offered.contains(RecoveryCodeMethod.KIND)) {
			List<Action> actions = new ArrayList<>();
			if (offered.contains(RecoveryCodeMethod.KIND)) {
				actions.add(way.add(RecoveryCodeMethod.KIND, texts.text("account.codes.make")));
			}
			codes.forEach(set -> actions
				.add(way.action(Kind.REMOVE, set.id(), "account.remove", texts.text("account.codes"))));
			sections.add(way.section("codes",
					codes.isEmpty() ? texts.text("account.codes.none")
							: texts.count("account.codes.left", RecoveryCodeMethod.left(enrolment)) + ' '
									+ texts.text("account.codes.text"),
					List.of(), actions));
		}
		List<Credential> pins = enrolment.of(FactorKind.PIN);
		if (!pins.isEmpty() || offered.contains(FactorKind.PIN)) {
			String set = texts.text(pins.isEmpty() ? "account.pin.set" : "account.pin.change");
			sections.add(way.section("pin", texts.text("account.pin.text"), items(pins, false, way),
					offered.contains(FactorKind.PIN) ? List.of(way.add(FactorKind.PIN, set)) : List.of()));
		}
		List<Credential> devices = factors.devices(enrolment);
		if (!devices.isEmpty()) {
			sections
				.add(way.section("devices", texts.text("account.devices.text"), items(devices, false, way), List.of()));
		}
		return sections;
	}

	private static List<Item> items(List<Credential> credentials, boolean renamed, Way way) {
		return credentials.stream().map(credential -> item(credential, renamed, way)).toList();
	}

	private static Item item(Credential credential, boolean renamed, Way way) {
		LanguageTexts texts = way.texts();
		String name = label(credential, texts);
		List<String> lines = new ArrayList<>();
		if (AccountFactors.isOwn(credential)) {
			lines.add(kindName(credential.kind().code(), texts));
		}
		lines.add(texts.text("account.added", "time", day(credential.createdAt(), way)));
		Instant used = credential.usedAt();
		lines.add(used == null ? texts.text("account.never-used") : texts.text("account.used", "time", day(used, way)));
		List<Action> actions = new ArrayList<>();
		if (renamed) {
			actions.add(way.action(Kind.RENAME, credential.id(), "account.rename", name));
		}
		actions.add(way.action(Kind.REMOVE, credential.id(), "account.remove", name));
		return new Item(name, lines, actions);
	}

	/** Returns the everyday name of that kind of factor. */
	static String kindName(String code, LanguageTexts texts) {
		return texts.textOr("factor." + code, code);
	}

	/** Returns the name that the user gave the credential, or the name of its kind. */
	static String label(Credential credential, LanguageTexts texts) {
		return credential.name().isBlank() ? kindName(credential.kind().code(), texts)
				: DisplayText.name(credential.name());
	}

	private Optional<Section> passwordSection(Optional<String> here, Way way) {
		@Nullable String url = here.orElseGet(() -> live.current().get(Branding.class).changePasswordUrl());
		if (url == null) {
			return Optional.empty();
		}
		String text = way.texts().text("problem.change-password");
		return Optional.of(Section.of("password", kindName("password", way.texts()), null, List.of(),
				List.of(new Action(url, text, text))));
	}

	private Section sessionsSection(SsoSession current, Way way) throws StoreUnavailableException {
		List<Item> items = new ArrayList<>();
		List<SsoSession> all = sessions.of(current);
		for (SsoSession session : all.subList(0, Math.min(all.size(), OwnSessions.LISTED))) {
			boolean own = session.key().equals(current.key());
			String device = device(session.origin(), way.texts());
			List<String> lines = new ArrayList<>();
			if (own) {
				lines.add(way.texts().text("account.this-browser"));
			}
			if (!session.origin().network().isEmpty()) {
				lines.add(way.texts().text("account.network", "network", DisplayText.name(session.origin().network())));
			}
			lines.add(way.texts().text("account.since", "time", time(session.createdAt(), way)));
			String visited = session.services()
				.stream()
				.map(ServiceSignOn::service)
				.distinct()
				.map(service -> name(service, way.texts()))
				.sorted()
				.collect(Collectors.joining(", "));
			if (!visited.isEmpty()) {
				lines.add(way.texts().text("account.services", "services", visited));
			}
			items.add(new Item(device, lines, own ? List.of() : List
				.of(way.action(Kind.SIGN_OUT, OwnSessions.id(session.key()), "account.sign-out-there", device))));
		}
		String more = all.size() == items.size() ? null
				: way.texts().text("account.sessions.more", "count", Integer.toString(items.size()));
		return way.section("sessions", more, items, List.of());
	}

	/** Returns the browser and system. */
	static String device(SessionOrigin origin, LanguageTexts texts) {
		return origin.device().isEmpty() ? texts.text("account.unknown-device") : DisplayText.name(origin.device());
	}

	private Section consentsSection(SsoSession session, Consents kept, Way way) throws StoreUnavailableException {
		List<Consent> given = new ArrayList<>();
		Optional<String> after = Optional.of("");
		while (after.isPresent()) {
			Consents.Page page = kept.findByPrincipal(session.principal(), after.get(), CONSENTS_AT_ONCE);
			given.addAll(page.consents());
			after = page.next();
		}
		List<Item> items = given.stream()
			.sorted(Comparator.comparing(Consent::givenAt).reversed())
			.map(consent -> consent(consent, way))
			.toList();
		return way.section("consents",
				way.texts().text(items.isEmpty() ? "account.consents.none" : "account.consents.text"), items,
				List.of());
	}

	private Item consent(Consent consent, Way way) {
		String name = name(consent.service(), way.texts());
		return new Item(name,
				List.of(way.texts().text("account.consented", "time", day(consent.givenAt(), way)),
						way.texts().text("account.consent-ends", "time", day(consent.expiresAt(), way))),
				List.of(way.action(Kind.WITHDRAW, consent.service(), "account.withdraw", name)));
	}

	private Section historySection(SsoSession session, SignInHistory recent, Way way) throws StoreUnavailableException {
		List<Item> items = recent.of(session.principal()).stream().map(event -> event(event, way)).toList();
		return way.section("history", way.texts().text("account.history.text"), items, List.of());
	}

	private Item event(SignInHistory.Event event, Way way) {
		LanguageTexts texts = way.texts();
		List<String> lines = new ArrayList<>();
		if (event.r() != null) {
			lines.add(texts.text(REASONS.contains(event.r())
					? "account.refused." + event.r().toLowerCase(Locale.ROOT).replace('_', '-') : "account.refused"));
		}
		lines.add(event.kinds().map(kind -> kindName(kind, texts)).collect(Collectors.joining(" + ")));
		if (event.s() != null) {
			lines.add(texts.text("account.on-the-way", "service", name(event.s(), texts)));
		}
		SessionOrigin origin = new SessionOrigin(event.d() == null ? "" : event.d(),
				event.n() == null ? "" : event.n());
		lines.add(device(origin, texts));
		if (!origin.network().isEmpty()) {
			lines.add(texts.text("account.network", "network", DisplayText.name(origin.network())));
		}
		return new Item(time(event.at(), way), lines, List.of());
	}

	String name(String service, LanguageTexts texts) {
		return DisplayText.name(services.name(service, texts.locale()));
	}

	private static String time(Instant instant, Way way) {
		return format(DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT), instant, way) + ' '
				+ format(DateTimeFormatter.ofPattern("z"), instant, way);
	}

	private static String day(Instant instant, Way way) {
		return format(DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM), instant, way);
	}

	private static String format(DateTimeFormatter formatter, Instant instant, Way way) {
		return way.texts().format(formatter, instant, ZoneId.systemDefault());
	}

}
