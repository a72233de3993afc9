package org.campanile.web.validation;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.context.support.GenericApplicationContext;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.Verdict;
import org.campanile.web.sso.FactorPage;

/** A factor whose codes tests set: each is right for one user, once. */
final class FakeCodes implements AuthenticationMethod, FactorPage {

	private static final FactorKind TOTP = new FactorKind("totp");

	/** The next code of each user, by canonical name. */
	final Map<String, String> next = new ConcurrentHashMap<>();

	volatile boolean down;

	/** All user names and codes that were verified. */
	final Set<String> tried = ConcurrentHashMap.newKeySet();

	void register(GenericApplicationContext context) {
		context.registerBean("fakeCodes", FakeCodes.class, () -> this);
	}

	@Override
	public FactorKind kind() {
		return TOTP;
	}

	@Override
	public boolean isReady(AuthenticatedUser user) {
		return next.containsKey(user.principal());
	}

	@Override
	public Verdict verify(Optional<AuthenticatedUser> user, Submission submission) throws MethodUnavailableException {
		if (down) {
			throw new MethodUnavailableException("switched off", new IOException());
		}
		AuthenticatedUser known = user.orElseThrow();
		tried.add(known.principal() + ' ' + submission.field("code"));
		return next.replace(known.principal(), submission.field("code"), "used")
				? new Verdict.Proven(known.with(new Factor(TOTP, InstantSource.system().instant(), "phone", Set.of())))
				: new Verdict.Rejected(Verdict.Reason.BAD_CREDENTIALS, "wrong code");
	}

	@Override
	public void show(Form form, HttpServletRequest request, HttpServletResponse response) {
		throw new UnsupportedOperationException("nobody signs in by a browser here");
	}

}
