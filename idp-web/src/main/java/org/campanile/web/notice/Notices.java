package org.campanile.web.notice;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.mail.MailException;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.attribute.SourceUnavailableException;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.page.Branding;
import org.campanile.web.page.DisplayText;
import org.campanile.web.page.LanguageTexts;
import org.campanile.web.page.Pages;

/**
 * Tells users by mail about changes of how they sign in. One thread sends, so that
 * neither a slow mail server nor a flood of changes affects a request; notices that do
 * not fit into the queue or cannot be delivered are logged and lost. Only a few about
 * each event are queued for one user, so that a flood displaces neither those of others
 * nor those about another event. Thread-safe.
 */
public final class Notices implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Notices.class);

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG,
			FormatStyle.LONG);

	private static final int MAX_WAITING = 500;

	/**
	 * The maximum number of notices to one user about one event that are queued or being
	 * sent.
	 */
	private static final int MAX_WAITING_OF_ONE = 2;

	/** The time for pending notices when the server stops, in seconds. */
	private static final long CLOSING_SECONDS = 5;

	private final MailProperties properties;

	private final @Nullable JavaMailSenderImpl sender;

	private final DefaultAttributeResolver resolver;

	private final Pages pages;

	private final LiveConfiguration live;

	private final InstantSource clock;

	private final ThreadPoolExecutor worker;

	/** The number of notices that are queued or being sent, by event and user. */
	private final ConcurrentMap<String, Integer> waiting = new ConcurrentHashMap<>();

	Notices(MailProperties properties, DefaultAttributeResolver resolver, Pages pages, LiveConfiguration live,
			InstantSource clock) {
		this.properties = properties;
		this.sender = properties.host() == null ? null : properties.sender(properties.host());
		this.resolver = resolver;
		this.pages = pages;
		this.live = live;
		this.clock = clock;
		this.worker = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING),
				Thread.ofVirtual().name("notices").factory());
	}

	/** The attribute that users' addresses are in. */
	public String attribute() {
		return properties.attribute();
	}

	/** Returns the address among a user's attributes; null for none. */
	public @Nullable String address(ResolvedAttributes attributes) {
		return attributes.get(properties.attribute())
			.stream()
			.flatMap(value -> value instanceof AttributeValue.Text(String text) ? Optional.of(text).stream()
					: Optional.<String>empty().stream())
			.findFirst()
			.orElse(null);
	}

	/**
	 * Sends a notice of what the user did in the current request, in the language of its
	 * page, or in the default one outside a request. Returns at once; never throws.
	 */
	public void send(Notice.Event event, String principal) {
		@Nullable Locale locale = RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
				? pages.locale(current.getRequest()) : null;
		send(new Notice(event, principal, null, locale, ""));
	}

	/** Returns at once; never throws. */
	public void send(Notice notice) {
		if (sender == null) {
			// The audit line names the user.
			logger.info("{}: not mailed, as campanile.mail.host is not set", notice.event());
			return;
		}
		if (Objects.requireNonNull(waiting.merge(key(notice), 1, Integer::sum)) > MAX_WAITING_OF_ONE) {
			done(notice);
			logger.warn("A mail about {} was not sent: {} about it to the same user are waiting", notice.event(),
					MAX_WAITING_OF_ONE);
			return;
		}
		Instant at = clock.instant();
		try {
			worker.execute(() -> deliver(sender, notice, at));
		}
		catch (RejectedExecutionException ex) {
			done(notice);
			logger.error("A mail about {} was not sent: {} are waiting; check the mail server at campanile.mail.host",
					notice.event(), MAX_WAITING);
		}
	}

	private void deliver(JavaMailSenderImpl mail, Notice notice, Instant at) {
		try {
			String known = notice.address();
			String address = known != null ? known : address(resolver.lookUp(notice.principal()).attributes());
			if (address == null) {
				logger.warn("A mail about {} was not sent: the user has no value of the attribute {} "
						+ "(campanile.mail.attribute)", notice.event(), properties.attribute());
				return;
			}
			InternetAddress to = new InternetAddress(address, true);
			SimpleMailMessage message = message(notice, at);
			message.setTo(to.getAddress());
			mail.send(message);
		}
		catch (AddressException ex) {
			logger.warn("A mail about {} was not sent: the user's value of {} is no mail address", notice.event(),
					properties.attribute());
		}
		catch (SourceUnavailableException | MailException ex) {
			logger.error("A mail about {} was not sent; check campanile.mail and the server there: {}", notice.event(),
					ex.getMessage());
		}
		catch (RuntimeException ex) {
			logger.error("A mail about {} was not sent", notice.event(), ex);
		}
		finally {
			done(notice);
		}
	}

	private void done(Notice notice) {
		waiting.computeIfPresent(key(notice), (same, count) -> count == 1 ? null : count - 1);
	}

	private static String key(Notice notice) {
		return notice.event() + " " + notice.principal();
	}

	private SimpleMailMessage message(Notice notice, Instant at) {
		LanguageTexts texts = pages.texts(notice.locale());
		Branding branding = live.current().get(Branding.class);
		String key = notice.event().key();
		StringBuilder body = new StringBuilder(600);
		line(body, texts.text("mail.greeting", "user", DisplayText.name(notice.principal())));
		line(body, texts.text(key + ".text"));
		String when = texts.text("mail.when", "time", texts.format(TIME, at, ZoneId.systemDefault()));
		line(body, notice.device().isEmpty() ? when
				: when + '\n' + texts.text("mail.where", "device", DisplayText.name(notice.device())));
		line(body, texts.text("mail.not-you") + (branding.helpUrl() == null ? "" : "\n" + branding.helpUrl()));
		body.append(branding.name()).append('\n');
		SimpleMailMessage message = new SimpleMailMessage();
		message.setFrom(properties.checkedFrom());
		message.setSubject(DisplayText.name(texts.text(key + ".subject")));
		message.setText(body.toString());
		return message;
	}

	private static void line(StringBuilder body, String text) {
		body.append(text).append("\n\n");
	}

	/** Sends pending notices, for a moment. */
	@Override
	public void close() {
		worker.shutdown();
		try {
			if (!worker.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
				logger.warn("{} mails to users were not sent before the server stopped",
						worker.shutdownNow().size() + 1);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			worker.shutdownNow();
		}
	}

}
