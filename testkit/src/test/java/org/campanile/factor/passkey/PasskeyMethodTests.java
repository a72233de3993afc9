package org.campanile.factor.passkey;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.campanile.attribute.SourceUnavailableException;
import org.campanile.attribute.SourceValues;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.AuthenticationMethod.MethodUnavailableException;
import org.campanile.authn.AuthenticationMethod.Submission;
import org.campanile.authn.Enrollable.EnrolmentVerdict;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.authn.KnownBrowser.Tokens;
import org.campanile.authn.LoginOrigin;
import org.campanile.authn.Verdict;
import org.campanile.authn.throttle.Throttles;
import org.campanile.factor.Enrolment;
import org.campanile.factor.Enrolments;
import org.campanile.record.Records;
import org.campanile.testkit.authn.AuthenticationMethodContract;
import org.campanile.testkit.authn.SoftAuthenticator;
import org.campanile.testkit.onetime.CountingOneTimeStore;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.record.CountingRecordStore;
import org.campanile.testkit.record.CountingRecordStore.Operation;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.session.SessionFixtures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PasskeyMethodTests extends AuthenticationMethodContract {

	private static final String ORIGIN = "https://login.example.edu";

	private static final PasskeySettings.RelyingParty PARTY = new PasskeySettings.RelyingParty("login.example.edu",
			"Example University", Set.of(ORIGIN));

	private static final PasskeySettings SETTINGS = new PasskeySettings(PARTY, true, false,
			PasskeySettings.Attestation.NONE, 2, Duration.ofMinutes(10));

	private final CountingRecordStore records = new CountingRecordStore(
			new HeapRecordStore(InstantSource.system(), new HashMap<>()));

	private final CountingOneTimeStore oneTime = new CountingOneTimeStore(
			new HeapOneTimeStore(InstantSource.system(), new HashMap<>()));

	private final Enrolments enrolments = new Enrolments(
			new Records(records, SessionFixtures.sealer(1), InstantSource.system()), oneTime, InstantSource.system(),
			new SecureRandom(), Runnable::run);

	private final Map<String, Map<String, List<String>>> people = new HashMap<>(
			Map.of(USER, Map.of(), OTHER, Map.of()));

	private final SoftAuthenticator authenticator = new SoftAuthenticator(ORIGIN);

	private final PasskeyMethod method = method(SETTINGS);

	private boolean directoryDown;

	private PasskeyMethod method(PasskeySettings settings) {
		return new PasskeyMethod(settings, enrolments, this::read,
				new AccountRules(List.of(AccountRules.Value.of("status = Left"))),
				Throttles.defaults(InstantSource.fixed(Instant.now())), InstantSource.system(), new SecureRandom());
	}

	private Optional<SourceValues> read(String principal) throws SourceUnavailableException {
		if (directoryDown) {
			throw new SourceUnavailableException("people", "switched off");
		}
		return Optional.ofNullable(people.get(principal)).map(SourceValues::ofTexts);
	}

	@BeforeEach
	void enrol() throws Exception {
		assertThat(enrol(method, authenticator, "key")).isInstanceOf(EnrolmentVerdict.Enrolled.class);
		records.forget();
		oneTime.forget();
	}

	@Override
	protected AuthenticationMethod method() {
		return method;
	}

	@Override
	protected Map<String, String> right(Map<String, String> challenge) {
		return Map.of(PasskeyMethod.ANSWER, authenticator.get(method.requestOptions(challenge)));
	}

	@Override
	protected boolean asksForName() {
		return false;
	}

	@Override
	protected void stop() {
		records.fail(Operation.FIND);
	}

	@Test
	void whenItIsTheFirstFactorThenTwoReadsAndAMark() throws Exception {
		assertThat(first(method)).isInstanceOf(Verdict.Proven.class);
		assertThat(records.operations()).containsExactly(Operation.FIND, Operation.FIND);
		assertThat(oneTime.operations()).hasSize(1);
	}

	@Test
	void whenItIsAFurtherFactorThenAReadToAskAndAReadAndAMarkToCheck() throws Exception {
		assertThat(further(method)).isInstanceOf(Verdict.Proven.class);
		assertThat(records.operations()).containsExactly(Operation.FIND, Operation.FIND);
		assertThat(oneTime.operations()).hasSize(1);
	}

	@Test
	void whenTheLoginPageIsShownThenNothingIsRead() {
		method.requestOptions(method.firstChallenge());
		assertThat(records.operations()).isEmpty();
	}

	@Test
	void whenTheCounterMovesThenItIsWritten() throws Exception {
		authenticator.countingFrom(7);
		assertThat(first(method)).isInstanceOf(Verdict.Proven.class);
		assertThat(records.operations()).endsWith(Operation.UPDATE);
		authenticator.countingFrom(7);
		assertThat(first(method)).isInstanceOfSatisfying(Verdict.Rejected.class,
				rejected -> assertThat(rejected.detail()).contains("of " + USER + ":", "went back from 7 to 7"));
	}

	@ParameterizedTest
	@EnumSource
	void whenAnAuthenticatorSignsWithAnyOfTheAlgorithmsOfferedThenItSignsIn(SoftAuthenticator.Algorithm algorithm)
			throws Exception {
		SoftAuthenticator other = new SoftAuthenticator(ORIGIN).signingWith(algorithm);
		assertThat(enrol(method, other, algorithm.name())).isInstanceOf(EnrolmentVerdict.Enrolled.class);
		Map<String, String> challenge = method.challenge(Optional.empty());
		assertThat(method.verify(Optional.empty(),
				submission(Map.of(PasskeyMethod.ANSWER, other.get(method.requestOptions(challenge))), challenge)))
			.isInstanceOf(Verdict.Proven.class);
	}

	@Test
	void whenTheSignatureIsOfAnotherAnswerThenRefused() throws Exception {
		Map<String, String> challenge = method.firstChallenge();
		String answer = authenticator.get(method.requestOptions(challenge));
		String other = authenticator.get(method.requestOptions(method.firstChallenge()));
		String forged = answer.replace(signature(answer), signature(other));
		assertThat(method.verify(Optional.empty(), submission(Map.of(PasskeyMethod.ANSWER, forged), challenge)))
			.isInstanceOfSatisfying(Verdict.Rejected.class,
					rejected -> assertThat(rejected.detail()).contains("BadSignature"));
	}

	private static String signature(String answer) {
		String name = "\"signature\":\"";
		int start = answer.indexOf(name) + name.length();
		return answer.substring(start, answer.indexOf('"', start));
	}

	@Test
	void whenTheUserIsVerifiedThenTheFactorSaysSo() throws Exception {
		assertThat(traits(first(method))).containsExactlyInAnyOrder(Factor.Trait.PHISHING_RESISTANT,
				Factor.Trait.USER_VERIFIED);
		authenticator.verifying(false);
		assertThat(traits(first(method))).containsExactly(Factor.Trait.PHISHING_RESISTANT);
		PasskeyMethod strict = method(
				new PasskeySettings(PARTY, true, true, PasskeySettings.Attestation.NONE, 2, Duration.ofMinutes(10)));
		assertThat(first(strict)).isInstanceOfSatisfying(Verdict.Rejected.class,
				rejected -> assertThat(rejected.detail()).contains("UserNotVerified"));
	}

	@Test
	void whenItIsTheFirstFactorThenTheUserIsTheOneOfTheDirectory() throws Exception {
		people.put(USER, Map.of("mail", List.of("alice@example.edu")));
		assertThat(first(method)).isInstanceOfSatisfying(Verdict.Proven.class, proven -> {
			assertThat(proven.user().loginName()).isEqualTo("alice@login");
			assertThat(proven.user().entry().orElseThrow().texts("mail")).containsExactly("alice@example.edu");
		});
	}

	@Test
	void whenTheAccountIsGoneOrBarredThenRefused() throws Exception {
		people.put(USER, Map.of("pwdAccountLockedTime", List.of("000001010000Z")));
		assertThat(reason(first(method))).isEqualTo(Verdict.Reason.ACCOUNT_LOCKED);
		people.put(USER, Map.of("status", List.of("left")));
		assertThat(reason(first(method))).isEqualTo(Verdict.Reason.ACCOUNT_DISABLED);
		people.remove(USER);
		assertThat(reason(first(method))).isEqualTo(Verdict.Reason.ACCOUNT_DISABLED);
		assertThat(oneTime.operations()).as("nothing was used up").isEmpty();
	}

	@Test
	void whenTheDirectoryIsDownThenNobodyBeginsWithAPasskeyAndTheChallengeStaysGood() throws Exception {
		Map<String, String> challenge = method.firstChallenge();
		Map<String, String> fields = right(challenge);
		directoryDown = true;
		assertThatExceptionOfType(MethodUnavailableException.class)
			.isThrownBy(() -> method.verify(Optional.empty(), submission(fields, challenge)));
		directoryDown = false;
		assertThat(method.verify(Optional.empty(), submission(fields, challenge))).isInstanceOf(Verdict.Proven.class);
	}

	@Test
	void whenPasskeysAreSecondFactorsOnlyThenNoneBeginsALogin() throws Exception {
		PasskeyMethod second = method(
				new PasskeySettings(PARTY, false, false, PasskeySettings.Attestation.NONE, 2, Duration.ofMinutes(10)));
		assertThat(second.identifies()).isFalse();
		assertThat(first(second)).isInstanceOf(Verdict.Rejected.class);
		assertThat(further(second)).isInstanceOf(Verdict.Proven.class);
	}

	@Test
	void whenManyGuessesComeFromOneNetworkThenTheyAreThrottled() throws Exception {
		boolean throttled = false;
		for (int i = 0; i < 70 && !throttled; i++) {
			Verdict verdict = method.verify(Optional.empty(), submission(Map.of(), method.firstChallenge()));
			throttled = verdict instanceof Verdict.Throttled;
		}
		assertThat(throttled).isTrue();
		Submission other = new Submission("", Map.of(), Map.of(), new LoginOrigin("192.0.2.9"));
		assertThat(method.verify(Optional.empty(), other)).as("other networks are not")
			.isInstanceOf(Verdict.Rejected.class);
	}

	@Test
	void whenTheNetworkIsThrottledThenABrowserKnownToTheUserSignsIn() throws Exception {
		for (int i = 0; i < 70; i++) {
			method.verify(Optional.empty(), submission(Map.of(), method.firstChallenge()));
		}
		assertThat(first(new LoginOrigin("192.0.2.1"))).isInstanceOf(Verdict.Throttled.class);
		assertThat(first(knownTo(OTHER))).isInstanceOf(Verdict.Throttled.class);
		assertThat(records.operations()).as("one read by the known browser").containsExactly(Operation.FIND);
		assertThat(first(knownTo(USER))).isInstanceOf(Verdict.Proven.class);
		assertThat(records.operations()).hasSize(3);
		Submission wrong = new Submission("", right(method.firstChallenge()), method.firstChallenge(), knownTo(USER));
		for (int i = 0; i < 5; i++) {
			assertThat(method.verify(Optional.empty(), wrong)).isInstanceOf(Verdict.Rejected.class);
		}
		assertThat(method.verify(Optional.empty(), wrong)).isInstanceOf(Verdict.Throttled.class);
	}

	private static LoginOrigin knownTo(String principal) {
		Tokens tokens = new Tokens(SessionFixtures.sealer(1), new SecureRandom(), Instant::now, Duration.ofDays(1));
		return new LoginOrigin("192.0.2.1", tokens.read(tokens.issue(Optional.empty(), user(principal))));
	}

	private Verdict first(LoginOrigin origin) throws Exception {
		Map<String, String> challenge = method.firstChallenge();
		return method.verify(Optional.empty(), new Submission("", right(challenge), challenge, origin));
	}

	@Test
	void whenTheHandleIsLongThenTriesAreNotCountedByIt() throws Exception {
		Map<String, String> challenge = method.firstChallenge();
		String answer = right(challenge).getOrDefault(PasskeyMethod.ANSWER, "")
			.replaceFirst("\"userHandle\":\"[^\"]*\"", "\"userHandle\":\"" + "A".repeat(40_000) + "\"");
		assertThat(method.verify(Optional.empty(), submission(Map.of(PasskeyMethod.ANSWER, answer), challenge)))
			.isInstanceOfSatisfying(Verdict.Rejected.class,
					rejected -> assertThat(rejected.detail()).contains("handle of 30000 bytes"));
		assertThat(records.operations()).isEmpty();
	}

	@Test
	void whenEnrolledThenNothingStoredOrShownNamesTheUserToTheAuthenticatorButByHandle() throws Exception {
		Enrolment enrolment = enrolments.find(USER);
		String options = method.creationOptions(user(USER), method.enrolmentChallenge(user(USER)));
		assertThat(options).contains("\"id\":\"" + enrolment.handle() + "\"")
			.contains("\"residentKey\":\"required\"", "\"attestation\":\"none\"", "\"userVerification\":\"preferred\"");
		assertThat(enrolments.principalOf(enrolment.handle())).contains(USER);
	}

	@Test
	void whenTheAuthenticatorHasOneThenItIsExcluded() {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> enrol(method, authenticator, "again"));
	}

	@Test
	void whenTheMaximumIsReachedThenNoMoreIsOfferedNorStored() throws Exception {
		Map<String, String> early = method.enrolmentChallenge(user(USER));
		assertThat(method.offersEnrolment(user(USER))).isTrue();
		assertThat(enrol(method, new SoftAuthenticator(ORIGIN), "second"))
			.isInstanceOf(EnrolmentVerdict.Enrolled.class);
		assertThat(method.offersEnrolment(user(USER))).isFalse();
		String late = new SoftAuthenticator(ORIGIN).create(method.creationOptions(user(USER), early));
		assertThat(method.enrol(user(USER), submission(Map.of(PasskeyMethod.ANSWER, late), early)))
			.isInstanceOf(EnrolmentVerdict.Rejected.class);
		assertThat(enrolments.find(USER).of(PasskeyMethod.KIND)).hasSize(2);
	}

	@Test
	void whenARegistrationIsRepeatedOrForeignThenNothingIsStored() throws Exception {
		Map<String, String> challenge = method.enrolmentChallenge(user(USER));
		String created = new SoftAuthenticator(ORIGIN).create(method.creationOptions(user(USER), challenge));
		assertThat(method.enrol(user(USER),
				submission(Map.of(PasskeyMethod.ANSWER, created), method.enrolmentChallenge(user(USER)))))
			.isInstanceOfSatisfying(EnrolmentVerdict.Rejected.class,
					rejected -> assertThat(rejected.detail()).contains("BadChallenge"));
		assertThat(enrol(method, new SoftAuthenticator("https://evil.example.com"), "evil")).isInstanceOfSatisfying(
				EnrolmentVerdict.Rejected.class, rejected -> assertThat(rejected.detail()).contains("BadOrigin"));
		assertThat(method.enrol(user(USER), submission(Map.of(PasskeyMethod.ANSWER, created), challenge)))
			.isInstanceOf(EnrolmentVerdict.Enrolled.class);
		assertThat(method.enrol(user(USER), submission(Map.of(PasskeyMethod.ANSWER, created), challenge)))
			.isInstanceOf(EnrolmentVerdict.Rejected.class);
	}

	@Test
	void whenTheTransportsAreHostileThenNoneIsKeptAndThePasskeyCanBeAskedFor() throws Exception {
		SoftAuthenticator device = new SoftAuthenticator(ORIGIN);
		Map<String, String> challenge = method.enrolmentChallenge(user(USER));
		String created = device.create(method.creationOptions(user(USER), challenge))
			.replace("[\"internal\"]", "[\"usb\",\"a b\\nc\",\"" + "x".repeat(30_000) + "\"]");
		assertThat(method.enrol(user(USER), submission(Map.of(PasskeyMethod.ANSWER, created), challenge)))
			.isInstanceOf(EnrolmentVerdict.Enrolled.class);
		String options = method.requestOptions(method.challenge(Optional.of(user(USER))));
		assertThat(options).contains("\"transports\":[\"usb\"]").hasSizeLessThan(1_000);
	}

	@Test
	void whenTheKeyIsTooLongThenItIsNotEnrolled() throws Exception {
		assertThat(enrol(method, new SoftAuthenticator(ORIGIN).withRsaKeyOf(20_000), "long")).isInstanceOfSatisfying(
				EnrolmentVerdict.Rejected.class, rejected -> assertThat(rejected.detail()).contains("too long"));
		assertThat(enrol(method, new SoftAuthenticator(ORIGIN).withRsaKeyOf(512), "4096 bits"))
			.isInstanceOf(EnrolmentVerdict.Enrolled.class);
	}

	@Test
	void whenTheNameIsHostileThenItIsOneShortLine() throws Exception {
		enrol(method, new SoftAuthenticator(ORIGIN), "  a\nb\u202ec" + "\uD83D\uDE00".repeat(100));
		String name = enrolments.find(USER).of(PasskeyMethod.KIND).getLast().name();
		assertThat(name).startsWith("a b c\uD83D\uDE00").hasSize(60 + 55);
		assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(name)).isTrue();
	}

	@Test
	void whenAttestationIsAskedForThenOneWithoutIsNotEnrolled() throws Exception {
		X509Certificate maker = ServiceProviderKeys.generate("maker", InstantSource.system(), new SecureRandom())
			.certificate();
		PasskeyMethod attested = method(new PasskeySettings(PARTY, true, false,
				new PasskeySettings.Attestation(Set.of(), Set.of(maker)), 5, Duration.ofMinutes(10)));
		assertThat(attested.creationOptions(user(USER), attested.enrolmentChallenge(user(USER))))
			.contains("\"attestation\":\"direct\"");
		assertThat(enrol(attested, new SoftAuthenticator(ORIGIN), "none"))
			.isInstanceOf(EnrolmentVerdict.Rejected.class);
	}

	private EnrolmentVerdict enrol(PasskeyMethod with, SoftAuthenticator device, String name) throws Exception {
		Map<String, String> challenge = with.enrolmentChallenge(user(USER));
		return with.enrol(user(USER), submission(Map.of(PasskeyMethod.ANSWER,
				device.create(with.creationOptions(user(USER), challenge)), PasskeyMethod.NAME, name), challenge));
	}

	private Verdict first(PasskeyMethod with) throws Exception {
		return answer(with, Optional.empty());
	}

	private Verdict further(PasskeyMethod with) throws Exception {
		return answer(with, Optional.of(user(USER)));
	}

	private Verdict answer(PasskeyMethod with, Optional<AuthenticatedUser> user) throws Exception {
		Map<String, String> challenge = with.challenge(user);
		return with.verify(user,
				submission(Map.of(PasskeyMethod.ANSWER, authenticator.get(with.requestOptions(challenge))), challenge));
	}

	private static Set<Factor.Trait> traits(Verdict verdict) {
		return ((Verdict.Proven) verdict).user().factors().getLast().traits();
	}

	private static Verdict.Reason reason(Verdict verdict) {
		return ((Verdict.Rejected) verdict).reason();
	}

	private static Submission submission(Map<String, String> fields, Map<String, String> challenge) {
		return new Submission("", fields, challenge, new LoginOrigin("192.0.2.1"));
	}

	private static AuthenticatedUser user(String principal) {
		return new AuthenticatedUser(principal, principal + "@login", Optional.empty(),
				List.of(new Factor(FactorKind.PASSWORD, Instant.EPOCH)), Optional.empty());
	}

}
