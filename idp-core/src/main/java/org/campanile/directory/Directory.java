package org.campanile.directory;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import com.unboundid.ldap.sdk.LDAPException;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.attribute.UserReader;
import org.campanile.directory.DirectoryConversation.Parts;
import org.campanile.guard.Guards;
import org.campanile.guard.SharedProbe;

/**
 * The directory, with one pool of connections for searches and one for password checks.
 * It may be down at creation and at any later time. Thread-safe.
 * <p>
 * Every conversation runs on a separate virtual thread, and the caller waits at most for
 * the total limit: connecting, TLS and name resolution have their own limits that add up,
 * and a login must be answered in time regardless. The number of concurrent conversations
 * is limited; further ones fail at once, so that a slow directory cannot occupy every
 * thread of the server.
 */
public final class Directory implements UserReader, AutoCloseable {

	/** All user attributes, and common operational ones. */
	public static final List<String> DEFAULT_ATTRIBUTES = List.of("*", "memberOf", "entryUUID");

	private static final String MAX_CONCURRENT = " (campanile.ldap.max-concurrent)";

	private static final int MAX_PROBES = 4;

	private static final Logger logger = LoggerFactory.getLogger(Directory.class);

	/** The operations of one conversation. */
	@FunctionalInterface
	public interface Task<T> {

		/**
		 * @throws DirectoryUnavailableException if the directory could not answer
		 */
		T talk(DirectoryConversation conversation) throws DirectoryUnavailableException;

	}

	private final DirectorySettings settings;

	private final Parts parts;

	private final Bulkhead logins;

	/**
	 * Limits reads; separate, so that many logins do not keep attributes from being
	 * refreshed.
	 */
	private final Bulkhead reads;

	/**
	 * Limits probes that go on after their timeout; separate, so that health probes do
	 * not depend on the load of logins.
	 */
	private final Bulkhead probes = Guards.bulkhead("directory-probe", MAX_PROBES);

	private final SharedProbe sharedProbe = new SharedProbe(this::probe);

	private final ReadBreaker readBreaker;

	private final Availability availability = new Availability();

	private final ExecutorService threads = Executors
		.newThreadPerTaskExecutor(Thread.ofVirtual().name("directory-", 0).factory());

	/**
	 * Prepares the pools without connecting.
	 * @param attributes the attributes to request, {@code *} for all user attributes
	 * @throws IllegalArgumentException if the settings cannot work, such as an unreadable
	 * file of certificates
	 */
	public Directory(DirectorySettings settings, List<String> attributes, InstantSource clock, MeterRegistry registry) {
		this.settings = settings;
		Connectors connectors = new Connectors(settings.transport(), settings.limits(), clock);
		List<Replica> replicas = settings.servers().stream().map(address -> new Replica(address, clock)).toList();
		DirectorySettings.Pools pools = settings.pools();
		DirectoryMetrics metrics = new DirectoryMetrics(registry);
		try {
			this.parts = new Parts(
					new GuardedPool("search", pools.search(), settings, connectors, replicas,
							settings.serviceAccount()),
					new GuardedPool("bind", pools.bind(), settings, connectors, replicas, Optional.empty()),
					new Searches(settings.users(), attributes), decoyDn(settings), settings.limits(), metrics);
		}
		catch (LDAPException ex) {
			throw new IllegalArgumentException("the directory's pools cannot be made: " + ex.getMessage(), ex);
		}
		metrics.watch("search", parts.searchPool());
		metrics.watch("bind", parts.bindPool());
		settings.servers().forEach(server -> metrics.watch(server, connectors.certificates()));
		this.logins = Guards.bulkhead("directory", pools.maxConcurrent());
		this.reads = Guards.bulkhead("directory-read", pools.maxConcurrent());
		this.readBreaker = new ReadBreaker(clock);
	}

	private static String decoyDn(DirectorySettings settings) {
		return settings.users().decoyDn().orElseGet(() -> "cn=campanile-nobody," + settings.users().baseDn());
	}

	/** Tries the directory and logs the result; never fails. */
	public void checkConnectivity() {
		if (isHealthy()) {
			logger.info("Directory: {} ({}), people below {}", settings.servers(), settings.transport().security(),
					settings.users().baseDn());
		}
	}

	/** Whether there is no {@link #fault()}. */
	public boolean isHealthy() {
		return fault().isEmpty();
	}

	/**
	 * Why users cannot be looked up now: the directory does not answer a search of the
	 * service account within the total limit, or does not have the base DN. Works even
	 * while the number of logins is at its limit. Callers at the same time share one
	 * probe. Empty if there is no fault.
	 */
	public Optional<String> fault() {
		return sharedProbe.fault();
	}

	private Optional<String> probe() {
		String reason = "probes wait for it";
		if (probes.getMetrics().getAvailableConcurrentCalls() == 0) {
			// Not asked, so not counted as a failure of the directory.
			return Optional.of("already " + MAX_PROBES + " " + reason);
		}
		try {
			return within(probes, reason, conversation -> {
				conversation.ping();
				if (settings.serviceAccount().isPresent()) {
					conversation.requireBase();
				}
				return Optional.empty();
			});
		}
		catch (DirectoryUnavailableException ex) {
			// Already logged by the change of availability.
			logger.debug("Health probe failed", ex);
			return Optional.of(String.valueOf(ex.getMessage()));
		}
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * A directory that recently failed to answer in time is not queried for a while.
	 */
	@Override
	public Optional<DirectoryEntry> read(String principal) throws DirectoryUnavailableException {
		return read(principal, conversation -> conversation.findByPrincipal(principal));
	}

	/** {@inheritDoc} */
	@Override
	public Optional<DirectoryEntry> readForLogin(String principal) throws DirectoryUnavailableException {
		return read(principal, conversation -> conversation.findByPrincipalForLogin(principal));
	}

	private Optional<DirectoryEntry> read(String principal, Task<UserLookup> search)
			throws DirectoryUnavailableException {
		if (settings.serviceAccount().isEmpty() && settings.users().loginFilter().isPresent()) {
			// Active Directory answers an anonymous search as a server that fails does.
			throw new DirectoryUnavailableException("not asked, as campanile.ldap.bind-dn is not set");
		}
		UserLookup lookup = readBreaker.read(() -> within(reads, "readings wait for it" + MAX_CONCURRENT, search));
		return switch (lookup) {
			case UserLookup.Found found -> Optional.of(found.entry());
			case UserLookup.NotFound none -> Optional.empty();
			case UserLookup.Refused refused -> {
				logger.warn("No entry for {}: {}", principal, refused.reason());
				yield Optional.empty();
			}
		};
	}

	/**
	 * Runs a conversation with the directory. After a timeout the task may continue for a
	 * while; its result is dropped.
	 * @param <T> the result of the task
	 * @throws DirectoryUnavailableException if the directory could not answer in time, or
	 * too many conversations are in progress
	 */
	public <T> T within(Task<T> task) throws DirectoryUnavailableException {
		return within(logins, "logins wait for it" + MAX_CONCURRENT, task);
	}

	private <T> T within(Bulkhead bulkhead, String reason, Task<T> task) throws DirectoryUnavailableException {
		try {
			T result = wait(start(bulkhead, reason, task));
			availability.answered();
			return result;
		}
		catch (DirectoryUnavailableException ex) {
			parts.metrics().failed();
			availability.failed(ex);
			throw ex;
		}
	}

	private <T> Future<T> start(Bulkhead bulkhead, String reason, Task<T> task) throws DirectoryUnavailableException {
		if (!bulkhead.tryAcquirePermission()) {
			throw new DirectoryUnavailableException(
					"already " + bulkhead.getBulkheadConfig().getMaxConcurrentCalls() + " " + reason);
		}
		try {
			Deadline deadline = Deadline.in(settings.limits().total());
			return threads.submit(() -> {
				try {
					return task.talk(new DirectoryConversation(parts, deadline));
				}
				finally {
					bulkhead.onComplete();
				}
			});
		}
		catch (RejectedExecutionException ex) {
			bulkhead.onComplete();
			throw new DirectoryUnavailableException("the server is stopping", ex);
		}
	}

	private <T> T wait(Future<T> answer) throws DirectoryUnavailableException {
		try {
			return answer.get(settings.limits().total().toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			throw new DirectoryUnavailableException("no answer within " + settings.limits().total().toMillis() + " ms",
					ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new DirectoryUnavailableException("the login was interrupted", ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof DirectoryUnavailableException unavailable) {
				throw unavailable;
			}
			throw new IllegalStateException("a conversation with the directory failed", ex.getCause());
		}
	}

	/** Closes every connection; running conversations fail. */
	@Override
	public void close() {
		threads.shutdown();
		parts.searchPool().close();
		parts.bindPool().close();
	}

	/**
	 * Logs once that the directory is unavailable, and once that it is back. Thread-safe.
	 */
	private static final class Availability {

		private final AtomicBoolean down = new AtomicBoolean();

		void failed(DirectoryUnavailableException reason) {
			if (down.compareAndSet(false, true)) {
				logger
					.warn("The directory cannot be asked: {}. Nobody can sign in until it answers; it is tried anew at "
							+ "every login", reason.getMessage());
			}
			else {
				logger.debug("The directory still cannot be asked: {}", reason.getMessage());
			}
		}

		void answered() {
			if (down.get() && down.compareAndSet(true, false)) {
				logger.info("The directory answers again");
			}
		}

	}

}
