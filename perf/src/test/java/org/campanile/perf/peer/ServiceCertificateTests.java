package org.campanile.perf.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.campanile.perf.load.VirtualServiceProvider;
import org.campanile.perf.peer.PeerSystem.ServiceCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ServiceCertificateTests {

	private static final String METADATA = """
			<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example.edu">
			<SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">%s</SPSSODescriptor>
			</EntityDescriptor>
			""";

	private static final String KEY = """
			<KeyDescriptor %s><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
			 %s
			</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
			""";

	@TempDir
	private Path folder;

	@Test
	void whenKeysHaveUsesThenThatForEncryptionIsTaken() throws Exception {
		Path metadata = write(
				KEY.formatted("use=\"signing\"", "c2lnbg==") + KEY.formatted("use=\"encryption\"", "ZW5j\n cnlwdA=="));

		assertThat(ServiceCertificate.forEncryption(metadata)).isEqualTo("ZW5jcnlwdA==");
	}

	@Test
	void whenAKeyHasNoUseThenItIsForEncryptionToo() throws Exception {
		assertThat(ServiceCertificate.forEncryption(write(KEY.formatted("", "Ym90aA==")))).isEqualTo("Ym90aA==");
	}

	@Test
	void whenNoKeyIsForEncryptionThenThatIsSaid() throws Exception {
		Path metadata = write(KEY.formatted("use=\"signing\"", "c2lnbg=="));

		assertThatExceptionOfType(IOException.class).isThrownBy(() -> ServiceCertificate.forEncryption(metadata))
			.withMessageContaining("no certificate for encryption");
	}

	@Test
	void whenItIsThatOfTheVirtualServiceThenItHasOne() throws Exception {
		VirtualServiceProvider service = VirtualServiceProvider.in(folder);

		assertThat(ServiceCertificate.forEncryption(service.metadata())).startsWith("MII").doesNotContain("\n");
	}

	private Path write(String keys) throws IOException {
		return Files.writeString(folder.resolve("metadata.xml"), METADATA.formatted(keys));
	}

}
