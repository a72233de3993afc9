package org.campanile.testkit.logout;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutProgress;
import org.campanile.logout.OpenLogoutRequest.Presentation;
import org.campanile.logout.OpenLogoutRequests;
import org.campanile.logout.RequestedLogout;
import org.campanile.logout.ServiceLogout;
import org.campanile.onetime.OneTimeStore;
import org.campanile.protocol.Answer;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.StatusCode;
import org.campanile.saml.logout.LogoutRequestProcessor;
import org.campanile.saml.logout.LogoutResponseProcessor;
import org.campanile.saml.request.RequestLimits;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Creates the entries that a logout through the browser leaves in a one-time store, with
 * the server's own code: the replay key of the request, the progress, an open logout
 * request, and a response.
 */
public final class LogoutRemains {

	/** The number of those replay keys and values. */
	public static final int COUNT = 4;

	/** The clock that the store must use. */
	public static final InstantSource CLOCK = InstantSource.fixed(LogoutWorld.NOW);

	private static final String PERSON = "planted-ada";

	private LogoutRemains() {
	}

	/**
	 * @return what must not be readable in the store: names of the user and of the
	 * services, and the id of the logout
	 */
	public static List<String> leave(OneTimeStore store) throws Exception {
		LogoutWorld world = new LogoutWorld().service("planted-one", Saml.BINDING_REDIRECT)
			.service("planted-two", Saml.BINDING_REDIRECT)
			.service("planted-three", Saml.BINDING_REDIRECT);
		LogoutWorld.Node node = world.node();
		OpenLogoutRequests questions = new OpenLogoutRequests(store, SessionFixtures.sealer(1), CLOCK);
		FrontChannelLogout front = new FrontChannelLogout(store, SessionFixtures.sealer(1), List.of(node.protocol),
				questions, CLOCK, new SecureRandom());
		String token = node.signOn(PERSON, "planted-one", "planted-two", "planted-three");
		RedirectRequest sent = world.provider("planted-one")
			.logout()
			.redirect(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO), node.subject(token, PERSON, "planted-one"),
					"planted-state");
		RequestedLogout request = new LogoutRequestProcessor(node.services, store, LogoutWorld.SELF, CLOCK,
				RequestLimits.DEFAULTS)
			.process(LogoutWorld.redirect().decodeEither(LogoutWorld.query(sent.url())))
			.requested(LogoutWorld.SELF.id());
		LogoutProgress progress = front.start(node.logout.end(request, true), request);
		assertThat(progress.toAsk()).hasSize(2);
		DecodedLogoutRequest asked = ask(world, front, progress, "planted-two");
		String answer = world.provider("planted-two")
			.logout()
			.redirectAnswer(LogoutWorld.SELF.url(SamlEndpoints.REDIRECT_SLO), asked, StatusCode.SUCCESS);
		front.answered(
				new LogoutResponseProcessor(node.services, questions, LogoutWorld.SELF, CLOCK, RequestLimits.DEFAULTS)
					.process(LogoutWorld.redirect().decodeEither(LogoutWorld.query(answer))));
		DecodedLogoutRequest open = ask(world, front, progress, "planted-three");
		return List.of("planted", "example.org", sent.id(), open.id(), progress.id());
	}

	private static DecodedLogoutRequest ask(LogoutWorld world, FrontChannelLogout front, LogoutProgress progress,
			String name) throws Exception {
		ServiceLogout step = progress.services()
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
