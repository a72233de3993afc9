package org.campanile.directory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import com.unboundid.ldap.sdk.BindResult;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPRequest;
import com.unboundid.ldap.sdk.PasswordProvider;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10RequestControl;
import io.micrometer.core.instrument.Timer;

import org.campanile.jfr.LoginEvent;

/**
 * The directory operations of one login, under one time limit. Not thread-safe.
 */
public final class DirectoryConversation {

	private final Parts parts;

	private final Deadline deadline;

	DirectoryConversation(Parts parts, Deadline deadline) {
		this.parts = parts;
		this.deadline = deadline;
	}

	/**
	 * Looks up the user by the name typed.
	 * @throws DirectoryUnavailableException if the directory could not search
	 */
	public UserLookup find(String username) throws DirectoryUnavailableException {
		return search(parts.searches().byTypedName(username));
	}

	/**
	 * Looks up by the canonical name a user whom a login with a password could find.
	 * @throws DirectoryUnavailableException if the directory could not search
	 */
	public UserLookup findByPrincipal(String principal) throws DirectoryUnavailableException {
		return Searches.ofPrincipal(principal, search(parts.searches().byPrincipal(principal)));
	}

	/**
	 * Looks up by the canonical name a user whom {@link #find} could find as well.
	 * @throws DirectoryUnavailableException if the directory could not search
	 */
	public UserLookup findByPrincipalForLogin(String principal) throws DirectoryUnavailableException {
		return Searches.ofPrincipal(principal, search(parts.searches().byPrincipalForLogin(principal)));
	}

	/**
	 * Whether any entry below the base has a value of the attribute that the service
	 * account may see.
	 * @throws DirectoryUnavailableException if the directory could not search
	 */
	public boolean anyoneHas(String attribute) throws DirectoryUnavailableException {
		return !(search(parts.searches().having(attribute)) instanceof UserLookup.NotFound);
	}

	/** Checks only that the server answers. */
	void ping() throws DirectoryUnavailableException {
		try {
			parts.searchPool().ping(deadline, parts.limits().response());
		}
		catch (LDAPException ex) {
			throw refused("probe", ex);
		}
	}

	/**
	 * Reads the base of all searches. If the directory refuses that, or refers elsewhere,
	 * no user would be found below it.
	 */
	void requireBase() throws DirectoryUnavailableException {
		SearchRequest request = parts.searches().base();
		request.setResponseTimeoutMillis(deadline.clampMillis(parts.limits().response()));
		try {
			parts.searchPool().call(deadline, connection -> parts.searches().search(connection, request));
		}
		catch (LDAPException ex) {
			throw refused("search below " + request.getBaseDN(), ex);
		}
	}

	/**
	 * Checks a password.
	 * @param name a distinguished name, or another name that the directory accepts
	 * @param password never empty
	 * @throws DirectoryUnavailableException if the directory could not check it
	 */
	public BindAnswer bind(String name, String password) throws DirectoryUnavailableException {
		return onBindPool(connection -> bound(connection, name, password).answer());
	}

	/**
	 * Binds with an unassigned name, so that an unknown user costs the directory the same
	 * as a known one.
	 * @throws DirectoryUnavailableException if the directory could not answer
	 */
	public void bindDecoy(String password) throws DirectoryUnavailableException {
		bind(parts.decoyDn(), password);
	}

	/**
	 * Binds with a name derived from the template and reads that entry with its own
	 * rights.
	 * @throws DirectoryUnavailableException if the directory could not check or read
	 */
	public BoundLookup bindAndRead(DnTemplate template, String username, String password)
			throws DirectoryUnavailableException {
		String dn = template.fill(username);
		return bindAndSearch(dn, password, parts.searches().entry(dn));
	}

	/**
	 * Binds and searches with the rights of the user.
	 * @param values the values of the filter's placeholders
	 * @throws DirectoryUnavailableException if the directory could not check or search
	 */
	public BoundLookup bindAndFind(String name, String password, FilterTemplate filter, Map<String, String> values)
			throws DirectoryUnavailableException {
		return bindAndSearch(name, password, parts.searches().below(filter.fill(values)));
	}

	/**
	 * Replaces a password, on a connection of its own that is closed afterwards.
	 * @throws DirectoryUnavailableException if the directory could not answer; the
	 * replacement says whether it has been requested before
	 */
	public PasswordChangeAnswer replace(PasswordAccount account, PasswordReplacement replacement)
			throws DirectoryUnavailableException {
		try {
			return parts.bindPool().once(deadline, connection -> replacement.run(account, connection, this));
		}
		catch (LDAPException ex) {
			throw refused("password change", ex);
		}
	}

	private BoundLookup bindAndSearch(String name, String password, SearchRequest request)
			throws DirectoryUnavailableException {
		return onBindPool(connection -> {
			BindAnswer answer = bound(connection, name, password).answer();
			if (answer instanceof BindAnswer.Accepted) {
				return new BoundLookup(answer, run(connection, request));
			}
			return new BoundLookup(answer, new UserLookup.NotFound());
		});
	}

	UserLookup search(SearchRequest request) throws DirectoryUnavailableException {
		try {
			return parts.searchPool().call(deadline, connection -> run(connection, request));
		}
		catch (LDAPException ex) {
			throw refused("search below " + request.getBaseDN(), ex);
		}
	}

	private <T> T onBindPool(GuardedPool.Operation<T> operation) throws DirectoryUnavailableException {
		try {
			return parts.bindPool().call(deadline, operation);
		}
		catch (LDAPException ex) {
			throw refused("bind", ex);
		}
	}

	SearchRequest below(Filter filter) {
		return parts.searches().below(filter);
	}

	SearchRequest entry(String dn) {
		return parts.searches().entry(dn);
	}

	/** Sets the time limit of the request to the time that is left. */
	<T extends LDAPRequest> T limited(T request) {
		request.setResponseTimeoutMillis(deadline.clampMillis(parts.limits().response()));
		return request;
	}

	UserLookup run(LDAPConnection connection, SearchRequest request) throws LDAPException {
		request.setResponseTimeoutMillis(deadline.clampMillis(parts.limits().response()));
		Timer.Sample sample = parts.metrics().start();
		LoginEvent.Search event = new LoginEvent.Search();
		event.begin();
		try {
			UserLookup found = parts.searches().run(connection, request);
			event.outcome = switch (found) {
				case UserLookup.Found person -> "found";
				case UserLookup.NotFound nobody -> "none";
				case UserLookup.Refused refused -> "refused";
			};
			return found;
		}
		finally {
			event.commit();
			parts.metrics().searched(sample);
		}
	}

	/**
	 * A bind.
	 *
	 * @param answer what it says of the user
	 * @param open whether the connection has the user's rights, which may be limited to a
	 * change of the password
	 */
	record Bound(BindAnswer answer, boolean open) {
	}

	Bound bound(LDAPConnection connection, String name, String password) throws LDAPException {
		Timer.Sample sample = parts.metrics().start();
		LoginEvent.Bind event = new LoginEvent.Bind();
		event.begin();
		try {
			Bound answer = ask(connection, name, password);
			event.outcome = answer.answer() instanceof BindAnswer.Accepted ? "accepted" : "refused";
			return answer;
		}
		finally {
			event.commit();
			parts.metrics().bound(sample);
		}
	}

	private Bound ask(LDAPConnection connection, String name, String password) throws LDAPException {
		try (OneTimePassword secret = new OneTimePassword(password)) {
			SimpleBindRequest request = new SimpleBindRequest(name, secret,
					new DraftBeheraLDAPPasswordPolicy10RequestControl());
			request.setResponseTimeoutMillis(deadline.clampMillis(parts.limits().response()));
			BindResult result;
			LDAPException failure = null;
			try {
				result = connection.bind(request);
			}
			catch (LDAPException ex) {
				if (!ex.getResultCode().isConnectionUsable()) {
					throw ex;
				}
				if (ex.getResultCode().equals(ResultCode.REFERRAL) && isOfEntry(name)) {
					// Unavailable, so that another server is tried.
					throw new LDAPException(ResultCode.UNAVAILABLE, Reasons.of(ex), ex);
				}
				result = new BindResult(ex);
				failure = ex;
			}
			LDAPException unreadable = failure;
			BindAnswer answer = PasswordPolicyAnswers.interpret(result).orElseThrow(() -> unanswered(unreadable));
			return new Bound(answer, result.getResultCode().equals(ResultCode.SUCCESS));
		}
	}

	/** Whether a search found the name; any other could be that of a referral. */
	private boolean isOfEntry(String name) {
		return parts.searches().precedeBinds() && !name.equals(parts.decoyDn());
	}

	private static LDAPException unanswered(@Nullable LDAPException failure) {
		if (failure == null) {
			return new LDAPException(ResultCode.OTHER, "an accepted bind that says neither yes nor no");
		}
		// Unavailable, so that another server is tried.
		return failure.getResultCode().equals(ResultCode.INVALID_CREDENTIALS)
				? new LDAPException(ResultCode.UNAVAILABLE, Reasons.of(failure), failure) : failure;
	}

	private static DirectoryUnavailableException refused(String what, LDAPException ex) {
		String remedy = switch (ex.getResultCode().intValue()) {
			case ResultCode.NO_SUCH_OBJECT_INT_VALUE ->
				"; check campanile.ldap.base-dn, and that the service account may see it";
			case ResultCode.INSUFFICIENT_ACCESS_RIGHTS_INT_VALUE ->
				"; grant the service account (campanile.ldap.bind-dn) the right to search";
			case ResultCode.CONFIDENTIALITY_REQUIRED_INT_VALUE, ResultCode.STRONG_AUTH_REQUIRED_INT_VALUE ->
				"; use ldaps:// or campanile.ldap.start-tls";
			case ResultCode.ADMIN_LIMIT_EXCEEDED_INT_VALUE, ResultCode.TIME_LIMIT_EXCEEDED_INT_VALUE ->
				"; is the attribute of campanile.ldap.user-filter indexed?";
			default -> "";
		};
		String reason = Reasons.of(ex);
		return new DirectoryUnavailableException(what + ": "
				+ (reason.endsWith(".") && !remedy.isEmpty() ? reason.substring(0, reason.length() - 1) : reason)
				+ remedy, ex);
	}

	/**
	 * Passes a typed password to the SDK and erases it afterwards: a pooled connection
	 * keeps its last bind request, and must not keep the password.
	 */
	private static final class OneTimePassword extends PasswordProvider implements AutoCloseable {

		private static final long serialVersionUID = 1L;

		private final transient byte[] bytes;

		OneTimePassword(String password) {
			this.bytes = password.getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public byte[] getPasswordBytes() {
			// The SDK erases the array it gets.
			return bytes.clone();
		}

		@Override
		public void close() {
			Arrays.fill(bytes, (byte) 0);
		}

	}

	/**
	 * The shared parts of all conversations.
	 *
	 * @param searchPool connections of the service account
	 * @param bindPool unauthenticated connections, for password checks
	 * @param searches the searches for users
	 * @param decoyDn the name to bind with for unknown users
	 * @param limits time limits
	 * @param metrics timers
	 */
	record Parts(GuardedPool searchPool, GuardedPool bindPool, Searches searches, String decoyDn,
			DirectorySettings.Limits limits, DirectoryMetrics metrics) {
	}

}
