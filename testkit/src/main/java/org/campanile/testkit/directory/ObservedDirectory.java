package org.campanile.testkit.directory;

import java.util.Objects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedExtendedRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSearchEntry;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSearchRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSimpleBindRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.sdk.Control;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPResult;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchResultReference;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10ErrorType;
import com.unboundid.ldap.sdk.experimental.DraftBeheraLDAPPasswordPolicy10ResponseControl;
import com.unboundid.ldap.sdk.extensions.PasswordModifyExtendedRequest;
import org.campanile.directory.ServerAddress;

/** An in-memory directory with the demo's users that records its requests. */
public final class ObservedDirectory implements AutoCloseable {

	private final AtomicInteger binds = new AtomicInteger();

	private final AtomicInteger searches = new AtomicInteger();

	private final List<String> boundNames = new CopyOnWriteArrayList<>();

	private final List<String> filters = new CopyOnWriteArrayList<>();

	private final EmbeddedDirectory embedded;

	private volatile @Nullable CountDownLatch held;

	private volatile @Nullable CountDownLatch heldSearches;

	private volatile boolean refers;

	private volatile boolean expired;

	private volatile int bindsUntilLocked;

	private volatile ResultCode refusal = ResultCode.SUCCESS;

	public ObservedDirectory() {
		try {
			this.embedded = EmbeddedDirectory.start(EmbeddedDirectory.DEMO_BASE_DN,
					EmbeddedDirectory.class.getResourceAsStream("demo.ldif"), 0, List.of(new Observer()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public ServerAddress address() {
		return embedded.address();
	}

	/** Returns the number of binds of users, without those of the service account. */
	public int binds() {
		return binds.get();
	}

	/** Searches for users, without health checks. */
	public int searches() {
		return searches.get();
	}

	public List<String> boundNames() {
		return boundNames;
	}

	public List<String> filters() {
		return filters;
	}

	public void add(String... ldif) {
		try {
			embedded.server().add(ldif);
		}
		catch (LDAPException | com.unboundid.ldif.LDIFException ex) {
			throw new IllegalStateException(ex);
		}
	}

	public void remove(String dn) {
		try {
			embedded.server().delete(dn);
		}
		catch (LDAPException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Returns a continuation reference with every search for users from now on. */
	public void refer() {
		refers = true;
	}

	/**
	 * Keeps back every request for a new password from now on, unanswered, until the
	 * returned latch is counted down.
	 */
	public CountDownLatch holdPasswordChanges() {
		CountDownLatch latch = new CountDownLatch(1);
		held = latch;
		return latch;
	}

	/**
	 * Keeps back every search except health checks of the connection from now on,
	 * unanswered, until the returned latch is counted down.
	 */
	public CountDownLatch holdSearches() {
		CountDownLatch latch = new CountDownLatch(1);
		heldSearches = latch;
		return latch;
	}

	/**
	 * Whether the directory accepts that password for that entry, whatever its policy.
	 */
	public boolean accepts(String dn, String password) {
		try {
			return password.equals(String
				.valueOf(Objects.requireNonNull(embedded.server().getEntry(dn), dn).getAttributeValue("userPassword")));
		}
		catch (LDAPException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Answers as FreeIPA from now on: refuses binds of users as expired, whatever the
	 * password, and does not compare the current password with a new one.
	 * @param untilLocked the number of binds after which the account is locked
	 */
	public void refuseAsExpired(int untilLocked) {
		bindsUntilLocked = binds.get() + untilLocked;
		expired = true;
	}

	/**
	 * Fails every search except health checks, and every bind of a user, with this code
	 * from now on.
	 */
	public void refuse(ResultCode code) {
		refusal = code;
	}

	@Override
	public void close() {
		embedded.close();
	}

	private final class Observer extends InMemoryOperationInterceptor {

		@Override
		public void processSimpleBindRequest(InMemoryInterceptedSimpleBindRequest exchange) throws LDAPException {
			if (exchange.getRequest().getBindDN().equals(EmbeddedDirectory.DEMO_SERVICE_DN)) {
				return;
			}
			binds.incrementAndGet();
			boundNames.add(exchange.getRequest().getBindDN());
			checkRefusal();
			if (expired) {
				if (binds.get() > bindsUntilLocked) {
					throw new LDAPException(ResultCode.UNWILLING_TO_PERFORM, "Entry permanently locked.");
				}
				Control control = new DraftBeheraLDAPPasswordPolicy10ResponseControl(null, -1,
						DraftBeheraLDAPPasswordPolicy10ErrorType.PASSWORD_EXPIRED);
				throw new LDAPException(new LDAPResult(exchange.getMessageID(), ResultCode.INVALID_CREDENTIALS, null,
						null, new String[0], new Control[] { control }));
			}
		}

		private void checkRefusal() throws LDAPException {
			if (!refusal.equals(ResultCode.SUCCESS)) {
				throw new LDAPException(refusal, "as the test has it");
			}
		}

		@Override
		public void processExtendedRequest(InMemoryInterceptedExtendedRequest exchange) throws LDAPException {
			await(held);
			if (expired) {
				PasswordModifyExtendedRequest change = new PasswordModifyExtendedRequest(exchange.getRequest());
				exchange.setRequest(new PasswordModifyExtendedRequest(change.getUserIdentity(), (String) null,
						change.getNewPassword()));
			}
		}

		@Override
		public void processSearchEntry(InMemoryInterceptedSearchEntry exchange) {
			SearchResultEntry found = exchange.getSearchEntry();
			if (expired && found != null && found.getDN().isEmpty()) {
				Entry root = found.duplicate();
				root.setAttribute("vendorName", "389 Project");
				exchange.setSearchEntry(root);
			}
		}

		private static void await(@Nullable CountDownLatch latch) throws LDAPException {
			try {
				if (latch != null && !latch.await(1, TimeUnit.MINUTES)) {
					throw new LDAPException(ResultCode.OTHER, "kept back for too long");
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new LDAPException(ResultCode.OTHER, "stopped", ex);
			}
		}

		@Override
		public void processSearchRequest(InMemoryInterceptedSearchRequest exchange) throws LDAPException {
			if (exchange.getRequest().getBaseDN().isEmpty()) {
				return;
			}
			await(heldSearches);
			checkRefusal();
			searches.incrementAndGet();
			filters.add(exchange.getRequest().getFilter().toString());
			if (refers) {
				exchange.sendSearchReference(new SearchResultReference(
						new String[] { "ldap://elsewhere.example.com/dc=example" }, new Control[0]));
			}
		}

	}

}
