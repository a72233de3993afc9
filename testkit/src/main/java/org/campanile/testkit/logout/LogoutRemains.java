package org.campanile.testkit.logout;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Answer;
import org.campanile.saml.Saml;
import org.campanile.saml.StatusCode;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.logout.FrontChannelLogout;
import org.campanile.saml.logout.LogoutMessages;
import org.campanile.saml.logout.LogoutProgress;
import org.campanile.saml.logout.LogoutRequest;
import org.campanile.saml.logout.LogoutRequestProcessor;
import org.campanile.saml.logout.LogoutResponseProcessor;
import org.campanile.saml.logout.OpenQuestions;
import org.campanile.saml.logout.Presentation;
import org.campanile.saml.request.RequestLimits;
import org.campanile.testkit.saml.TestCredentials;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a logout by way of the browser leaves in a one-time store, as the server itself
 * puts it there: the mark of the request, what is left to do, a question that is open,
 * and an answer.
 */
public final class LogoutRemains {

	/** How many marks and values those are. */
	public static final int COUNT = 4;

	/** What the store must have been given. */
	public static final InstantSource CLOCK = InstantSource.fixed(LogoutWorld.NOW);

	private static final String PERSON = "planted-ada";

	private LogoutRemains() {
	}

	/**
	 * @return what nobody may read out of the store: names of the person and of the
	 * services, and what names the logout
	 */
	public static List<String> leave(OneTimeStore store) throws Exception {
		LogoutWorld world = new LogoutWorld().service("planted-one", Saml.BINDING_REDIRECT)
			.service("planted-two", Saml.BINDING_REDIRECT)
			.service("planted-three", Saml.BINDING_REDIRECT);
		LogoutWorld.Node node = world.node();
		OpenQuestions questions = new OpenQuestions(store, SessionFixtures.sealer(1), CLOCK);
		LogoutMessages messages = new LogoutMessages(LogoutWorld.SELF, TestCredentials.of(KeyType.RSA_2048),
				CryptoProvider.installed(), CLOCK, new SecureRandom());
		FrontChannelLogout front = new FrontChannelLogout(store, SessionFixtures.sealer(1), node.services, questions,
				messages, CLOCK, new SecureRandom());
		String token = node.signOn(PERSON, "planted-one", "planted-two", "planted-three");
		RedirectRequest sent = world.provider("planted-one")
			.logout()
			.redirect(LogoutWorld.SELF.redirectSloUrl(), node.subject(token, PERSON, "planted-one"), "planted-state");
		LogoutRequest request = new LogoutRequestProcessor(node.services, store, LogoutWorld.SELF, CLOCK,
				RequestLimits.DEFAULTS)
			.process(LogoutWorld.redirect().decodeEither(LogoutWorld.query(sent.url())));
		LogoutProgress progress = front.start(node.logout.end(request.selector(LogoutWorld.SELF.entityId()), true),
				request);
		assertThat(progress.toAsk()).hasSize(2);
		DecodedLogoutRequest asked = ask(world, front, progress, "planted-two");
		String answer = world.provider("planted-two")
			.logout()
			.redirectAnswer(LogoutWorld.SELF.redirectSloUrl(), asked, StatusCode.SUCCESS);
		front.answered(
				new LogoutResponseProcessor(node.services, questions, LogoutWorld.SELF, CLOCK, RequestLimits.DEFAULTS)
					.process(LogoutWorld.redirect().decodeEither(LogoutWorld.query(answer))));
		DecodedLogoutRequest open = ask(world, front, progress, "planted-three");
		return List.of("planted", "example.org", sent.id(), open.id(), progress.id());
	}

	private static DecodedLogoutRequest ask(LogoutWorld world, FrontChannelLogout front, LogoutProgress progress,
			String name) throws Exception {
		LogoutProgress.Step step = progress.services()
			.stream()
			.filter(found -> found.service().equals(LogoutWorld.entityId(name)))
			.findFirst()
			.orElseThrow();
		Answer.Redirect message = (Answer.Redirect) front.ask(Objects.requireNonNull(step.ticket()), Presentation.FRAME)
			.orElseThrow()
			.message();
		ServiceProvider provider = world.provider(name);
		return provider.logout()
			.decodeRequest(LogoutWorld.redirect().decodeEither(LogoutWorld.query(message.url())), world.trusted,
					provider.settings().singleLogoutServices().getFirst().location());
	}

}
