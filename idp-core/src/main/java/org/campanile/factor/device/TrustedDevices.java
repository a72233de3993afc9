package org.campanile.factor.device;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.SilentMethod;
import org.campanile.factor.Credential;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.factor.StoreCall;
import org.campanile.seal.Cbor;
import org.campanile.seal.RandomValues;
import org.campanile.seal.Sealer;
import org.campanile.seal.Sha256;
import org.campanile.store.StoreUnavailableException;

/**
 * Devices at which users need not prove a second factor for some days. A device keeps a
 * token, sealed for one user; the user's enrolment keeps the hash of the token's secret.
 * Neither is of use without the other, nor both without the first factor. Thread-safe.
 */
public final class TrustedDevices implements SilentMethod {

	private static final String PURPOSE = "trusted-device";

	private static final int ID = 12;

	private static final int SECRET = 32;

	/** The largest number of tokens in one browser; each user has their own token. */
	private static final int MAX_TOKENS = 4;

	private static final int MAX_LENGTH = 1024;

	private static final String BETWEEN = ".";

	private final Enrolments enrolments;

	private final Sealer sealer;

	private final SecureRandom random;

	private final InstantSource clock;

	private final Settings settings;

	private final Supplier<Optional<String>> kept;

	/**
	 * The limits of time and number.
	 *
	 * @param lifetime how long a device is trusted
	 * @param maximum how many devices of one user, at most; the oldest is forgotten
	 */
	public record Settings(Duration lifetime, int maximum) {
	}

	/**
	 * @param kept {@link Trusted#kept} of the browser of the current request
	 */
	public TrustedDevices(Enrolments enrolments, Sealer sealer, SecureRandom random, InstantSource clock,
			Settings settings, Supplier<Optional<String>> kept) {
		this.enrolments = enrolments;
		this.sealer = sealer;
		this.random = random;
		this.clock = clock;
		this.settings = settings;
		this.kept = kept;
	}

	/**
	 * The part of a credential that is the method's own.
	 *
	 * @param h SHA-256 of the token's secret
	 * @param u the end of the trust, in milliseconds since the epoch
	 */
	private record Own(byte[] h, long u) {

		Own {
			Objects.requireNonNull(h);
		}

	}

	@Override
	public FactorKind kind() {
		return FactorKind.TRUSTED_DEVICE;
	}

	/** Asks no store if the browser has no token of that user. */
	@Override
	public boolean isReady(AuthenticatedUser user) throws MethodUnavailableException {
		return find(user).isPresent();
	}

	/** A forced authentication is about the user, not about the device. */
	@Override
	public boolean countsWhenForced() {
		return false;
	}

	@Override
	public Optional<Proof> prove(AuthenticatedUser user) throws MethodUnavailableException {
		return find(user)
			.map(device -> new Proof(new Factor(FactorKind.TRUSTED_DEVICE, clock.instant(), device.id(), Set.of()),
					Map.of("device", device.name(), "trustedSince", device.createdAt().toString())));
	}

	private Optional<Credential> find(AuthenticatedUser user) throws MethodUnavailableException {
		Optional<byte[]> token = kept.get().flatMap(tokens -> open(user.principal(), tokens));
		if (token.isEmpty()) {
			return Optional.empty();
		}
		ByteBuffer bytes = ByteBuffer.wrap(token.get());
		String id = encoded(next(bytes, ID));
		byte[] hash = Sha256.of(next(bytes, SECRET));
		return StoreCall.answered(() -> enrolments.find(user.principal()))
			.find(id)
			.filter(credential -> credential.kind().equals(FactorKind.TRUSTED_DEVICE)
					&& isLive(credential, Optional.of(hash)));
	}

	private boolean isLive(Credential credential, Optional<byte[]> hash) {
		return Cbor.read(credential.own(), Own.class)
			.filter(own -> clock.instant().isBefore(Instant.ofEpochMilli(own.u()))
					// This also ends devices trusted before the setting was shortened.
					&& clock.instant().isBefore(credential.createdAt().plus(settings.lifetime()))
					&& (hash.isEmpty() || MessageDigest.isEqual(own.h(), hash.get())))
			.isPresent();
	}

	private Optional<byte[]> open(String principal, String tokens) {
		return tokens(tokens).flatMap(token -> sealer.openToken(PURPOSE, principal, token).stream())
			.filter(plain -> plain.length == ID + SECRET)
			.findFirst();
	}

	private static Stream<String> tokens(String kept) {
		return kept.length() > MAX_LENGTH ? Stream.empty()
				: Stream.of(kept.split("\\.", -1)).filter(token -> !token.isEmpty()).limit(MAX_TOKENS);
	}

	/**
	 * A device that is trusted from now on.
	 *
	 * @param device as the enrolment keeps it
	 * @param kept what its browser is to keep, with the tokens of other users
	 */
	public record Trusted(Credential device, String kept) {

		/** Omits the tokens, which are secret. */
		@Override
		public String toString() {
			return "Trusted[" + device.id() + "]";
		}

	}

	/**
	 * Trusts the device of the current request. Devices that are over are forgotten, and
	 * the oldest of too many.
	 * @param name the name by which the user will know the device
	 */
	public Trusted trust(AuthenticatedUser user, String name) throws StoreUnavailableException {
		byte[] plain = RandomValues.bytes(ID + SECRET, random);
		ByteBuffer bytes = ByteBuffer.wrap(plain);
		String id = encoded(next(bytes, ID));
		byte[] hash = Sha256.of(next(bytes, SECRET));
		Instant now = clock.instant();
		Credential device = new Credential(FactorKind.TRUSTED_DEVICE, id, name, now, null,
				Cbor.write(new Own(hash, now.plus(settings.lifetime()).toEpochMilli())));
		String before = kept.get().orElse("");
		Optional<String> replaced = open(user.principal(), before).map(old -> encoded(Arrays.copyOf(old, ID)));
		enrolments.change(user.principal(), enrolment -> withRoom(enrolment, replaced).with(device));
		String token = sealer.sealToken(PURPOSE, user.principal(), plain);
		return new Trusted(device,
				Stream
					.concat(Stream.of(token),
							tokens(before)
								.filter(other -> sealer.openToken(PURPOSE, user.principal(), other).isEmpty()))
					.limit(MAX_TOKENS)
					.collect(Collectors.joining(BETWEEN)));
	}

	/** Returns the devices of an enrolment whose trust is not over. */
	public List<Credential> live(Enrolment enrolment) {
		return enrolment.of(FactorKind.TRUSTED_DEVICE)
			.stream()
			.filter(device -> isLive(device, Optional.empty()))
			.toList();
	}

	private Enrolment withRoom(Enrolment enrolment, Optional<String> replaced) {
		Enrolment result = enrolment;
		for (Credential device : enrolment.of(FactorKind.TRUSTED_DEVICE)) {
			if (!isLive(device, Optional.empty()) || replaced.filter(device.id()::equals).isPresent()) {
				result = result.without(device.id());
			}
		}
		// Devices are in the order in which they were trusted.
		List<Credential> live = result.of(FactorKind.TRUSTED_DEVICE);
		for (int i = 0; i <= live.size() - settings.maximum(); i++) {
			result = result.without(live.get(i).id());
		}
		return result;
	}

	private static byte[] next(ByteBuffer bytes, int length) {
		byte[] part = new byte[length];
		bytes.get(part);
		return part;
	}

	private static String encoded(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}
