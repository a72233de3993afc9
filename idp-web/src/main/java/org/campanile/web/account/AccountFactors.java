package org.campanile.web.account;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.Enrollable;
import org.campanile.authn.FactorKind;
import org.campanile.factor.Bypass;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.factor.bypass.Bypasses;
import org.campanile.factor.device.TrustedDevices;
import org.campanile.factor.external.ExternalMethod;
import org.campanile.factor.recovery.RecoveryCodeMethod;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.sso.EnrolmentPage;

/**
 * Provides the account page with what users have enrolled; with nothing where factors are
 * off. Thread-safe.
 */
final class AccountFactors {

	private final @Nullable Enrolments enrolments;

	private final @Nullable Bypasses bypasses;

	private final @Nullable TrustedDevices devices;

	private final boolean external;

	private final Map<FactorKind, Enrollable> methods = new LinkedHashMap<>();

	private final Map<FactorKind, EnrolmentPage> pages = new LinkedHashMap<>();

	AccountFactors(ObjectProvider<Enrolments> enrolments, ObjectProvider<Bypasses> bypasses,
			ObjectProvider<TrustedDevices> devices, ObjectProvider<ExternalMethod> external, List<Enrollable> methods,
			List<EnrolmentPage> pages) {
		this.enrolments = enrolments.getIfAvailable();
		this.bypasses = bypasses.getIfAvailable();
		this.devices = devices.getIfAvailable();
		this.external = external.getIfAvailable() != null;
		pages.forEach(page -> this.pages.put(page.kind(), page));
		if (this.enrolments != null) {
			methods.stream()
				.filter(method -> this.pages.containsKey(method.kind()))
				.forEach(method -> this.methods.put(method.kind(), method));
		}
	}

	/** Opens a reading like {@link Enrolments#reading()}. */
	Enrolments.Reading reading() {
		return enrolments == null ? () -> {
		} : enrolments.reading();
	}

	boolean enabled() {
		return enrolments != null;
	}

	/** Whether users may have factors in another system, which are not known here. */
	boolean mayBeElsewhere() {
		return external;
	}

	Enrolment of(String principal) throws StoreUnavailableException {
		return enrolments == null ? Enrolment.none(principal) : enrolments.find(principal);
	}

	/** Returns the bypass in force; null for none. */
	@Nullable Bypass bypass(String principal) throws StoreUnavailableException {
		return bypasses == null ? null : bypasses.find(principal).orElse(null);
	}

	/** Returns the devices that are trusted now. */
	List<Credential> devices(Enrolment enrolment) {
		return devices == null ? List.of() : devices.live(enrolment);
	}

	/**
	 * Returns the kinds of which the user may enrol one more; without those whose methods
	 * do not answer.
	 */
	List<FactorKind> offered(AuthenticatedUser user) {
		return methods.values().stream().filter(method -> offers(method, user)).map(Enrollable::kind).toList();
	}

	private static boolean offers(Enrollable method, AuthenticatedUser user) {
		try {
			return method.offersEnrolment(user);
		}
		catch (MethodUnavailableException ex) {
			// The rest of the page does not need it.
			return false;
		}
	}

	/** The method of a kind that the user may enrol now. */
	Optional<Enrollable> method(String kind, AuthenticatedUser user) throws MethodUnavailableException {
		for (Enrollable method : methods.values()) {
			if (method.kind().code().equals(kind)) {
				return method.offersEnrolment(user) ? Optional.of(method) : Optional.empty();
			}
		}
		return Optional.empty();
	}

	EnrolmentPage page(FactorKind kind) {
		return Objects.requireNonNull(pages.get(kind));
	}

	/**
	 * Removes a credential.
	 * @return the credential, to exactly one of several callers; empty if there was none
	 */
	Optional<Credential> remove(String principal, String id) throws StoreUnavailableException {
		return change(principal, id, (enrolment, credential) -> enrolment.without(id));
	}

	/**
	 * Renames a credential.
	 * @return empty if there was none
	 */
	Optional<Credential> rename(String principal, String id, String name) throws StoreUnavailableException {
		return change(principal, id, (enrolment, credential) -> enrolment.with(credential.named(name)));
	}

	/**
	 * Changes a credential.
	 * @return the credential before the change, as it was in the last attempt: another
	 * request may have removed it since it was shown
	 */
	private Optional<Credential> change(String principal, String id,
			BiFunction<Enrolment, Credential, Enrolment> change) throws StoreUnavailableException {
		if (enrolments == null) {
			return Optional.empty();
		}
		AtomicReference<Optional<Credential>> changed = new AtomicReference<>(Optional.empty());
		enrolments.change(principal, enrolment -> {
			Optional<Credential> credential = enrolment.find(id);
			changed.set(credential);
			return credential.map(found -> change.apply(enrolment, found)).orElse(enrolment);
		});
		return changed.get();
	}

	/**
	 * Whether the credential is the last one to sign in with, apart from the password and
	 * recovery codes.
	 */
	static boolean isLast(Enrolment enrolment, String id) {
		return enrolment.credentials()
			.stream()
			.filter(AccountFactors::isOwn)
			.map(Credential::id)
			.toList()
			.equals(List.of(id));
	}

	/**
	 * Whether the credential is neither a substitute, nor for emergencies, nor for other
	 * systems.
	 */
	static boolean isOwn(Credential credential) {
		return !credential.kind().isSubstitute() && !credential.kind().equals(RecoveryCodeMethod.KIND)
				&& !credential.kind().equals(FactorKind.PIN);
	}

}
