package org.campanile.perf.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

import org.campanile.saml.crypto.BlockCipher;
import org.campanile.saml.crypto.KeyTransport;
import org.campanile.testkit.saml.TestEncryption;
import org.campanile.testkit.serviceprovider.UnverifiedResponseCheck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AnswerCheckTests {

	private static final String REQUEST = "_request";

	private static final String NAME = "u000001";

	@TempDir
	private Path folder;

	private FakeIssuer issuer;

	private AnswerCheck check;

	@BeforeEach
	void open() throws IOException {
		this.issuer = new FakeIssuer(folder.resolve("credentials"), VirtualServiceProvider.in(folder.resolve("sp")));
		this.check = check(Target.PRINCIPAL_NAME);
	}

	@Test
	void whenAnswerIsSoundThenNoFailure() {
		assertThat(check.failure(issuer.success("u000001", REQUEST), REQUEST, "u000001")).isEmpty();
		assertThat(check.failure(issuer.success("u000001", null), null, "u000001")).isEmpty();
	}

	@Test
	void whenAssertionIsAnotherPersonsThenWrongUser() {
		assertThat(check.failure(issuer.success("u000002", null), null, "u000001")).contains("wrong-user");
		assertThat(check.failure(issuer.success("u0000011", null), null, "u000001")).contains("wrong-user");
	}

	@Test
	void whenNothingTellsTheUserThenNoUser() {
		assertThat(check.failure(issuer.success("u000001", null, "mail"), null, "u000001")).contains("no-user");
	}

	@Test
	void whenNameIdTellsTheUserThenItIsCompared() throws IOException {
		AnswerCheck byNameId = check(Target.NAME_ID);

		assertThat(byNameId.failure(issuer.success("u000001", null), null, "of-u000001")).isEmpty();
		assertThat(byNameId.failure(issuer.success("u000001", null), null, "u000001")).contains("wrong-user");
	}

	@Test
	void whenBytesWereChangedThenSignature() {
		String spoilt = FakeIdentityProvider.spoilt(issuer.success("u000001", null));

		assertThat(check.failure(spoilt, null, "u000001")).contains("signature");
	}

	@Test
	void whenAnotherIdentityProviderSignedThenSignature() throws IOException {
		FakeIssuer stranger = new FakeIssuer(folder.resolve("stranger"), issuer.service());

		assertThat(check.failure(stranger.success("u000001", null), null, "u000001")).contains("signature");
	}

	@Test
	void whenAnswerIsToAnotherRequestThenWrongInResponseTo() {
		assertThat(check.failure(issuer.success("u000001", "_other"), REQUEST, "u000001"))
			.contains("wrong-in-response-to");
		assertThat(check.failure(issuer.success("u000001", null), REQUEST, "u000001")).contains("wrong-in-response-to");
		assertThat(check.failure(issuer.success("u000001", REQUEST), null, "u000001")).contains("wrong-in-response-to");
	}

	@Test
	void whenStatusIsNotSuccessThenItsName() {
		assertThat(check.failure(issuer.refusal(REQUEST), REQUEST, "u000001")).get().asString().startsWith("saml-");
	}

	@Test
	void whenEncryptedToAnotherKeyThenUndecryptable() throws IOException {
		FakeIssuer other = new FakeIssuer(folder.resolve("credentials"),
				VirtualServiceProvider.in(folder.resolve("other")));

		assertThat(check.failure(other.success("u000001", null), null, "u000001")).contains("undecryptable");
	}

	@Test
	void whenLinesAreBrokenThenStillSound() {
		String broken = issuer.success("u000001", null).replaceAll("(.{76})", "$1\r\n");

		assertThat(check.failure(broken, null, "u000001")).isEmpty();
	}

	@Test
	void whenNotVerifiedThenUserAndRequestAreCheckedNevertheless() {
		assertThat(check.failureUnverified(issuer.success("u000001", REQUEST), REQUEST, "u000001")).isEmpty();
		assertThat(check.failureUnverified(issuer.success("u000001", null), null, "u000001")).isEmpty();
		assertThat(check.failureUnverified(issuer.success("u000002", REQUEST), REQUEST, "u000001"))
			.contains("wrong-user");
		assertThat(check.failureUnverified(issuer.success("u0000011", REQUEST), REQUEST, "u000001"))
			.contains("wrong-user");
		assertThat(check.failureUnverified(issuer.success("u000001", REQUEST, "mail"), REQUEST, "u000001"))
			.contains("no-user");
		assertThat(check.failureUnverified(issuer.success("u000001", "_other"), REQUEST, "u000001"))
			.contains("wrong-in-response-to");
		assertThat(check.failureUnverified(issuer.success("u000001", null), REQUEST, "u000001"))
			.contains("wrong-in-response-to");
		assertThat(check.failureUnverified(issuer.success("u000001", REQUEST), null, "u000001"))
			.contains("wrong-in-response-to");
		assertThat(check.failureUnverified(issuer.refusal(REQUEST), REQUEST, "u000001")).get()
			.asString()
			.startsWith("saml-");
		assertThat(check.failureUnverified("?", null, "u000001")).contains("undecodable");
	}

	/** Only the complete check verifies the signature. */
	@Test
	void whenTheCheapCheckReadsAnAnswerThenWithoutTheWholeOne() throws IOException {
		UnverifiedResponseCheck byAttribute = new UnverifiedResponseCheck(issuer.service().open(),
				Optional.of(Target.PRINCIPAL_NAME));
		UnverifiedResponseCheck byNameId = new UnverifiedResponseCheck(issuer.service().open(), Optional.empty());
		String answer = issuer.success("u000001", REQUEST);
		String scoped = "u000001@example.edu";

		assertThat(byAttribute.isRight(answer, REQUEST, scoped::equals)).isTrue();
		assertThat(byAttribute.isRight(answer.replaceAll("(.{76})", "$1\r\n"), REQUEST, scoped::equals)).isTrue();
		assertThat(byAttribute.isRight(FakeIdentityProvider.spoilt(answer), REQUEST, scoped::equals)).isTrue();
		assertThat(byNameId.isRight(answer, REQUEST, "of-u000001"::equals)).isTrue();
		assertThat(byNameId.isRight(answer, REQUEST, scoped::equals)).isFalse();
		assertThat(byAttribute.isRight(issuer.success("u000002", REQUEST), REQUEST, scoped::equals)).isFalse();
		assertThat(byAttribute.isRight(answer, "_other", scoped::equals)).isFalse();
	}

	@Test
	void whenAnAssertionIsNotAloneThenTheCheapCheckDoesNotFindItRight() throws IOException {
		String encrypted = encrypted(assertion(NAME, VirtualServiceProvider.ENTITY_ID));
		String plain = assertion("u000002", VirtualServiceProvider.ENTITY_ID);

		assertThat(isRight(response(encrypted))).isTrue();
		assertThat(isRight(response(encrypted + plain))).isFalse();
		assertThat(isRight(response(plain + encrypted))).isFalse();
		assertThat(isRight(response(encrypted + encrypted))).isFalse();
		assertThat(isRight(response(encrypted(plain + assertion(NAME, VirtualServiceProvider.ENTITY_ID))))).isFalse();
	}

	@Test
	void whenAnAssertionIsNotForTheServiceAloneThenTheCheapCheckDoesNotFindItRight() throws IOException {
		assertThat(isRight(response(encrypted(assertion(NAME, "https://other.example.edu"))))).isFalse();
		assertThat(isRight(
				response(encrypted(assertion(NAME, VirtualServiceProvider.ENTITY_ID, "https://other.example.edu")))))
			.isFalse();
		assertThat(isRight(response(encrypted(assertion(NAME))))).isFalse();
	}

	@Test
	void whenACommentStandsInTheNameThenTheCheapCheckReadsAllOfIt() throws IOException {
		assertThat(isRight(response(encrypted(assertion("u000<!-- -->001", VirtualServiceProvider.ENTITY_ID)))))
			.isTrue();
		assertThat(isRight(response(encrypted(assertion(NAME + "<!-- -->.evil", VirtualServiceProvider.ENTITY_ID)))))
			.isFalse();
	}

	@Test
	void whenARequestIsNamedByAnInnerResponseThenTheCheapCheckDoesNotCountIt() throws IOException {
		String encrypted = encrypted(assertion(NAME, VirtualServiceProvider.ENTITY_ID));
		String inner = "<samlp:Extensions><samlp:Response InResponseTo=\"" + REQUEST + "\"/></samlp:Extensions>";

		assertThat(isRight(response(inner + encrypted).replace("<samlp:Response InResponseTo=\"_request\" xmlns",
				"<samlp:Response InResponseTo=\"_other\" xmlns")))
			.isFalse();
		assertThat(isRight(response(encrypted).replace("samlp:Response", "samlp:Other"))).isFalse();
	}

	private boolean isRight(String response) throws IOException {
		return new UnverifiedResponseCheck(issuer.service().open(), Optional.empty()).isRight(
				Base64.getEncoder().encodeToString(response.getBytes(StandardCharsets.UTF_8)), REQUEST, NAME::equals);
	}

	private static String response(String assertions) {
		return """
				<samlp:Response InResponseTo="%s" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><samlp:Status>\
				<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>%s</samlp:Response>"""
			.formatted(REQUEST, assertions);
	}

	private static String assertion(String name, String... audiences) {
		StringBuilder restrictions = new StringBuilder();
		for (String audience : audiences) {
			restrictions.append("<saml:Audience>").append(audience).append("</saml:Audience>");
		}
		return """
				<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Subject><saml:NameID>%s</saml:NameID>\
				<saml:SubjectConfirmation><saml:SubjectConfirmationData InResponseTo="%s"/></saml:SubjectConfirmation>\
				</saml:Subject><saml:Conditions><saml:AudienceRestriction>%s</saml:AudienceRestriction></saml:Conditions>\
				</saml:Assertion>"""
			.formatted(name, REQUEST, restrictions);
	}

	/**
	 * Encrypts an assertion with an explicit digest method, as this check requires it.
	 */
	private String encrypted(String xml) throws IOException {
		String method = "<xenc:EncryptionMethod Algorithm=\"" + KeyTransport.RSA_OAEP_MGF1P.uri() + "\"";
		return TestEncryption.encrypt(xml, issuer.service().open().keys().certificate(), BlockCipher.AES_128_GCM.uri())
			.replace(method + "/>", method + "><ds:DigestMethod Algorithm=\"" + KeyTransport.RSA_OAEP_MGF1P.digestUri()
					+ "\"/></xenc:EncryptionMethod>");
	}

	@Test
	void whenEncryptedToAnotherKeyThenTheCheapCheckLeavesTheReasonToTheWholeOne() throws IOException {
		FakeIssuer other = new FakeIssuer(folder.resolve("credentials"),
				VirtualServiceProvider.in(folder.resolve("other")));

		assertThat(check.failureUnverified(other.success("u000001", null), null, "u000001")).contains("undecryptable");
	}

	@Test
	void whenGlancedAtThenOnlySuccessIsSeen() {
		assertThat(AnswerCheck.glance(issuer.success("u000001", null))).isEmpty();
		assertThat(AnswerCheck.glance(issuer.refusal(null))).contains("saml-other");
		assertThat(AnswerCheck.glance("?")).contains("undecodable");
	}

	@Test
	void whenATicketIsValidatedThenTheUserOrTheReasonIsSeen() {
		assertThat(AnswerCheck.validationFailure(validated("u000001"), "u000001")).isEmpty();
		assertThat(AnswerCheck.validationFailure(validated("u000002"), "u000001")).contains("wrong-user");
		assertThat(AnswerCheck.validationFailure("<cas:serviceResponse/>", "u000001")).contains("no-user");
		assertThat(AnswerCheck.validationFailure(
				"<cas:authenticationFailure code=\"INVALID_TICKET\">gone</cas:authenticationFailure>", "u000001"))
			.contains("ticket-INVALID_TICKET");
	}

	private static String validated(String user) {
		return "<cas:authenticationSuccess>\n<cas:user>" + user + "</cas:user></cas:authenticationSuccess>";
	}

	@Test
	void whenAPageNamesItsUserThenItIsTheRightOne() {
		assertThat(AnswerCheck.nameFailure("u000001", "u000001")).isEmpty();
		assertThat(AnswerCheck.nameFailure("u0000012", "u000001")).contains("wrong-user");
		assertThat(AnswerCheck.nameFailure("", "u000001")).contains("no-user");
	}

	@Test
	void whenNotXmlThenUndecodable() {
		String text = Base64.getEncoder().encodeToString("text".getBytes(StandardCharsets.UTF_8));

		assertThat(check.failure(text, null, "u000001")).contains("undecodable");
	}

	@Test
	void whenMetadataIsNoneThenFileIsNamed() throws IOException {
		Path file = Files.writeString(folder.resolve("none.xml"), "<none/>");

		assertThatExceptionOfType(IOException.class).isThrownBy(() -> check(Target.PRINCIPAL_NAME, file))
			.withMessageContaining("none.xml");
	}

	private AnswerCheck check(String userAttribute) throws IOException {
		return check(userAttribute, Files.write(folder.resolve("idp.xml"), issuer.metadata()));
	}

	private AnswerCheck check(String userAttribute, Path metadata) throws IOException {
		Target target = TargetPreset.CAMPANILE.target("http://localhost", metadata, issuer.service())
			.withUserAttribute(userAttribute);
		return AnswerCheck.of(target, issuer.service().open());
	}

}
