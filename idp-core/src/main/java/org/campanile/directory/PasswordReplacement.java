package org.campanile.directory;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

import com.unboundid.ldap.sdk.Control;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPResult;
import com.unboundid.ldap.sdk.LDAPSearchException;
import com.unboundid.ldap.sdk.Modification;
import com.unboundid.ldap.sdk.ModificationType;
import com.unboundid.ldap.sdk.ModifyRequest;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import com.unboundid.ldap.sdk.SimpleBindRequest;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10RequestControl;
import com.unboundid.ldap.sdk.extensions.PasswordModifyExtendedRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.authn.PasswordChange.Objection;
import org.campanile.directory.PasswordChangeAnswer.Changed;
import org.campanile.directory.PasswordChangeAnswer.Declined;
import org.campanile.directory.PasswordChangeAnswer.NotProven;

/**
 * Replaces one password: binds with the current one, changes it, and binds with the new
 * one, all on one connection and so at one server, since others may learn of the change
 * only later. For one use, by one thread; {@link #withdraw} and {@link #isDone} by any.
 */
public final class PasswordReplacement {

	private static final Logger logger = LoggerFactory.getLogger(PasswordReplacement.class);

	/** The operation by which a directory accepts a new password. */
	public enum Operation {

		/** The Password Modify extended operation (RFC 3062). */
		PASSWORD_MODIFY,
		/**
		 * Active Directory's {@code unicodePwd}, whose old value is deleted and new one
		 * added (MS-ADTS 3.1.1.3.1.5.1).
		 */
		UNICODE_PWD

	}

	private enum Progress {

		/** Nothing has been changed yet. */
		PREPARING,
		/** The change was sent. */
		SENT,
		/** The change was confirmed. */
		DONE,
		/** The attempt has ended; nothing may be changed any more. */
		OVER

	}

	private final String current;

	private final String replacement;

	private final Operation operation;

	private final Optional<DirectorySettings.ServiceAccount> serviceAccount;

	private final AtomicReference<Progress> progress = new AtomicReference<>(Progress.PREPARING);

	/**
	 * @param current never empty
	 * @param replacement never empty
	 * @param serviceAccount makes the change where the directory does not let the owner
	 * make it; empty: then it is not made
	 */
	public PasswordReplacement(String current, String replacement, Operation operation,
			Optional<DirectorySettings.ServiceAccount> serviceAccount) {
		this.current = current;
		this.replacement = replacement;
		this.operation = operation;
		this.serviceAccount = serviceAccount;
	}

	/**
	 * Gives up.
	 * @return whether nothing has been changed and nothing will be
	 */
	public boolean withdraw() {
		return progress.compareAndSet(Progress.PREPARING, Progress.OVER) || progress.get() == Progress.OVER;
	}

	/** Whether the directory has confirmed the change. */
	public boolean isDone() {
		return progress.get() == Progress.DONE;
	}

	PasswordChangeAnswer run(PasswordAccount account, LDAPConnection connection, DirectoryConversation directory)
			throws LDAPException, DirectoryUnavailableException {
		DirectoryConversation.Bound bound = directory.bound(connection, account.bindName(), current);
		if (bound.answer() instanceof BindAnswer.Refused refused && !mayBeChanged(refused.refusal())) {
			return new NotProven(refused);
		}
		if (!bound.open() && provesNothing(account, connection, directory)) {
			return new NotProven(new BindAnswer.Refused(BindAnswer.Refusal.WRONG,
					"the directory does not say that another password is wrong"));
		}
		Optional<String> dn = dn(account, connection, directory, bound.open());
		if (dn.isEmpty()) {
			return new Declined(Objection.PASSWORD_CHANGE_IMPOSSIBLE, "no entry was found for " + account.bindName());
		}
		Optional<PasswordChangeAnswer> refusal = change(connection, directory, dn.get(), bound.open());
		return refusal.isPresent() ? refusal.get() : new Changed(login(account, connection, directory));
	}

	private static boolean mayBeChanged(BindAnswer.Refusal refusal) {
		return refusal == BindAnswer.Refusal.EXPIRED || refusal == BindAnswer.Refusal.MUST_CHANGE;
	}

	/**
	 * Whether the directory does not call another password wrong: FreeIPA reports an
	 * expired password before it compares it, and lets other accounts replace it without
	 * the current one. Active Directory always compares that.
	 */
	private boolean provesNothing(PasswordAccount account, LDAPConnection connection, DirectoryConversation directory)
			throws LDAPException {
		if (serviceAccount.isEmpty() || operation != Operation.PASSWORD_MODIFY
				|| !mayBeFreeIpa(connection, directory)) {
			return false;
		}
		BindAnswer other = directory.bound(connection, account.bindName(), UUID.randomUUID().toString()).answer();
		return !(other instanceof BindAnswer.Refused refused) || refused.refusal() != BindAnswer.Refusal.WRONG;
	}

	/**
	 * Other directories compare the password, and after a wrong one may refuse the right
	 * one for a while.
	 */
	private static boolean mayBeFreeIpa(LDAPConnection connection, DirectoryConversation directory) {
		SearchRequest request = new SearchRequest("", SearchScope.BASE, Filter.createPresenceFilter("objectClass"),
				"vendorName");
		try {
			SearchResultEntry root = connection.searchForEntry(directory.limited(request));
			String vendor = root == null ? null : root.getAttributeValue("vendorName");
			return root == null || vendor != null && vendor.contains("389");
		}
		catch (LDAPSearchException ex) {
			return true;
		}
	}

	private static Optional<String> dn(PasswordAccount account, LDAPConnection connection,
			DirectoryConversation directory, boolean open) throws LDAPException, DirectoryUnavailableException {
		if (!(account instanceof PasswordAccount.Login login)) {
			return Optional.of(account.bindName());
		}
		SearchRequest search = directory.below(login.filter().fill(login.values()));
		UserLookup lookup = open ? directory.run(connection, search) : directory.search(search);
		return lookup instanceof UserLookup.Found found ? Optional.of(found.entry().dn()) : Optional.empty();
	}

	/**
	 * Changes the password with the owner's rights if the directory let the owner in,
	 * otherwise with those of the service account. Either a bind has proven the current
	 * password, or the directory compares it.
	 * @return empty if it was changed
	 */
	private Optional<PasswordChangeAnswer> change(LDAPConnection connection, DirectoryConversation directory, String dn,
			boolean open) throws LDAPException, DirectoryUnavailableException {
		LDAPResult result = open ? send(connection, directory, dn) : null;
		if (serviceAccount.isPresent() && (result == null || PasswordPolicyAnswers.lacksRights(result))) {
			DirectorySettings.ServiceAccount service = serviceAccount.get();
			connection.bind(directory.limited(new SimpleBindRequest(service.dn(), service.password())));
			result = send(connection, directory, dn);
		}
		if (result == null) {
			logger.warn("campanile.authentication.password.service-account: the directory does not let {} in to change "
					+ "an expired password; set it to true, or let the directory grant grace logins", dn);
			return Optional
				.of(new Declined(Objection.PASSWORD_CHANGE_IMPOSSIBLE, "the directory does not let the user in"));
		}
		Optional<PasswordChangeAnswer> refusal = PasswordPolicyAnswers.refusedChange(result);
		if (refusal.isPresent()) {
			if (refusal.get() instanceof Declined no && no.objection() == Objection.PASSWORD_CHANGE_IMPOSSIBLE) {
				logger.warn("The directory did not change the password of {}: {}; let users write their own, or the "
						+ "service account (campanile.authentication.password.service-account), over TLS, at a server "
						+ "that is written to", dn, no.detail());
			}
			return refusal;
		}
		progress.set(Progress.DONE);
		return Optional.empty();
	}

	private LDAPResult send(LDAPConnection connection, DirectoryConversation directory, String dn)
			throws LDAPException, DirectoryUnavailableException {
		if (!progress.compareAndSet(Progress.PREPARING, Progress.SENT)) {
			throw new DirectoryUnavailableException("the time for this change is used up");
		}
		LDAPResult result = switch (operation) {
			case PASSWORD_MODIFY -> passwordModify(connection, directory, dn);
			case UNICODE_PWD -> unicodePwd(connection, directory, dn);
		};
		ResultCode code = result.getResultCode();
		// Greater codes do not come from the server, but from a failed connection.
		if (!code.equals(ResultCode.SUCCESS) && code.intValue() < ResultCode.SERVER_DOWN_INT_VALUE) {
			progress.set(Progress.PREPARING);
		}
		if (!code.isConnectionUsable()) {
			throw new LDAPException(result);
		}
		return result;
	}

	private LDAPResult passwordModify(LDAPConnection connection, DirectoryConversation directory, String dn)
			throws LDAPException {
		PasswordModifyExtendedRequest request = new PasswordModifyExtendedRequest(dn,
				current.getBytes(StandardCharsets.UTF_8), replacement.getBytes(StandardCharsets.UTF_8),
				new Control[] { new DraftBeheraLDAPPasswordPolicy10RequestControl() });
		return connection.processExtendedOperation(directory.limited(request));
	}

	private LDAPResult unicodePwd(LDAPConnection connection, DirectoryConversation directory, String dn)
			throws LDAPException {
		ModifyRequest request = new ModifyRequest(dn,
				new Modification(ModificationType.DELETE, "unicodePwd", quoted(current)),
				new Modification(ModificationType.ADD, "unicodePwd", quoted(replacement)));
		try {
			return connection.modify(directory.limited(request));
		}
		catch (LDAPException ex) {
			return ex.toLDAPResult();
		}
	}

	private static byte[] quoted(String password) {
		return ('"' + password + '"').getBytes(StandardCharsets.UTF_16LE);
	}

	/** A failure after the change does not undo the change. */
	private Optional<BoundLookup> login(PasswordAccount account, LDAPConnection connection,
			DirectoryConversation directory) {
		try {
			BindAnswer answer = directory.bound(connection, account.bindName(), replacement).answer();
			if (!(answer instanceof BindAnswer.Accepted)) {
				return Optional.of(new BoundLookup(answer, new UserLookup.NotFound()));
			}
			UserLookup lookup = switch (account) {
				case PasswordAccount.Entry(UserLookup.Found found) -> found;
				case PasswordAccount.OwnEntry own -> directory.run(connection, directory.entry(own.bindName()));
				case PasswordAccount.Login login ->
					directory.run(connection, directory.below(login.filter().fill(login.values())));
			};
			return Optional.of(new BoundLookup(answer, lookup));
		}
		catch (LDAPException ex) {
			logger.warn("A password was changed, and the login with the new one failed: {}", Reasons.of(ex));
			return Optional.empty();
		}
	}

	/** Omits the passwords. */
	@Override
	public String toString() {
		return "PasswordReplacement[" + operation + ", " + progress + "]";
	}

}
