package org.campanile.xml;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

import org.apache.xml.security.c14n.Canonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

import org.campanile.saml.xml.Namespaces;
import org.campanile.saml.opensaml.OpenSaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class CanonicalXmlWriterTests {

	private static final List<XmlNamespace> NAMESPACES = List.of(Namespaces.SAML, Namespaces.SAMLP, Namespaces.DS,
			Namespaces.XENC, Namespaces.XSI);

	private static final List<String> TEXTS = List.of("", "plain", "a & b < c > d \"e\" 'f'",
			"tab\t lf\n cr\r crlf\r\n", "]]>", "größer 東京 \u200f\u202e", "\ud83d\ude00 \ud834\udd1e",
			" lead and trail ", "\u0085\u2028\ufffd");

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 20261120, -1 })
	void whenWrittenThenIsWhatACanonicaliserMakesOfIt(long seed) throws Exception {
		Random random = new Random(seed);
		for (int i = 0; i < 60; i++) {
			CanonicalXmlWriter xml = new CanonicalXmlWriter();
			element(xml, random, 0);
			byte[] written = xml.toByteArray();
			assertThat(new String(written, StandardCharsets.UTF_8)).as("seed %s, document %s", seed, i)
				.isEqualTo(canonicalised(written));
		}
	}

	private static void element(CanonicalXmlWriter xml, Random random, int depth) {
		xml.open(pick(NAMESPACES, random), "e" + random.nextInt(3));
		int attributes = random.nextInt(5);
		for (int i = 0; i < attributes; i++) {
			// Names in descending order, which the writer must sort.
			xml.attribute("a" + (9 - i), pick(TEXTS, random));
			if (random.nextBoolean()) {
				xml.attribute(pick(NAMESPACES, random), "b" + (9 - i), pick(TEXTS, random));
			}
		}
		if (random.nextInt(4) == 0) {
			xml.attribute(XmlNamespace.XML, "lang", "en");
		}
		int children = (depth < 5) ? random.nextInt(4) : 0;
		for (int i = 0; i < children; i++) {
			xml.text(pick(TEXTS, random));
			element(xml, random, depth + 1);
		}
		xml.text(pick(TEXTS, random)).close();
	}

	@Test
	void whenCharactersXmlCannotCarryThenReplaced() throws Exception {
		String hostile = "a\u0000b\u0008c\u001bd\ufffee\uffff\ud800f\udc00\ud83d";
		byte[] written = new CanonicalXmlWriter().open(Namespaces.SAML, "e")
			.attribute("a", hostile)
			.text(hostile)
			.close()
			.toByteArray();
		Document document = OpenSaml.get().parse(written);
		String expected = "a\ufffdb\ufffdc\ufffdd\ufffde\ufffd\ufffdf\ufffd\ufffd";
		assertThat(document.getDocumentElement().getTextContent()).isEqualTo(expected);
		assertThat(document.getDocumentElement().getAttribute("a")).isEqualTo(expected);
	}

	@Test
	void whenAllOfUnicodeThenArrivesExactly() throws Exception {
		StringBuilder all = new StringBuilder();
		for (int codePoint = 0x20; codePoint <= Character.MAX_CODE_POINT; codePoint += (codePoint < 0x3000) ? 1 : 97) {
			boolean carried = codePoint < 0xD800 || codePoint > 0xDFFF && codePoint < 0xFFFE || codePoint > 0xFFFF;
			if (carried) {
				all.appendCodePoint(codePoint);
			}
		}
		byte[] written = new CanonicalXmlWriter().textElement(Namespaces.SAML, "e", all.toString()).toByteArray();
		assertThat(OpenSaml.get().parse(written).getDocumentElement().getTextContent()).isEqualTo(all.toString());
	}

	@Test
	void whenNamespaceInNoNameThenDeclaredWhereAsked() {
		byte[] written = new CanonicalXmlWriter().open(Namespaces.SAML, "v")
			.declare(Namespaces.XS)
			.attribute(Namespaces.XSI, "type", "xs:string")
			.close()
			.toByteArray();
		assertThat(new String(written, StandardCharsets.UTF_8))
			.isEqualTo("<saml:v xmlns:saml=\"" + Namespaces.SAML.uri() + "\" xmlns:xs=\"" + Namespaces.XS.uri()
					+ "\" xmlns:xsi=\"" + Namespaces.XSI.uri() + "\" xsi:type=\"xs:string\"></saml:v>");
	}

	@Test
	void whenMisusedThenRefused() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new CanonicalXmlWriter().open(Namespaces.SAML, "e").toByteArray());
		assertThatIllegalStateException()
			.isThrownBy(() -> new CanonicalXmlWriter().open(Namespaces.SAML, "e").text("x").attribute("a", "b"));
	}

	private static String canonicalised(byte[] xml) throws Exception {
		Document document = OpenSaml.get().parse(xml);
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		Canonicalizer.getInstance(Canonicalizer.ALGO_ID_C14N_EXCL_OMIT_COMMENTS).canonicalizeSubtree(document, out);
		return out.toString(StandardCharsets.UTF_8);
	}

	private static <T> T pick(List<T> from, Random random) {
		return from.get(random.nextInt(from.size()));
	}

}
