package org.campanile.testkit.saml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ways in which a message may be damaged or altered in transit. */
public final class Damage {

	private static final Pattern PIECES = Pattern.compile(" [A-Za-z:]+=\"[^\"]*\"|<[^>]*>|[^<>]+");

	private static final String[] SPLICES = { "<!---->", "<?x?>", "<![CDATA[x]]>", "&#0;", "&amp;", "\u0000", "\"", "<",
			"<x xmlns='urn:x'/>", "<!DOCTYPE x>", " ID=\"_1\"", "\ufffe", "%", "&" };

	private Damage() {
	}

	/** A copy of the bytes, damaged in one to three places. */
	public static byte[] of(byte[] bytes, Random random) {
		byte[] damaged = bytes.clone();
		for (int times = 1 + random.nextInt(3); times > 0; times--) {
			int at = random.nextInt(damaged.length);
			damaged = switch (random.nextInt(7)) {
				case 0 -> flip(damaged, at, random);
				case 1 -> Arrays.copyOf(damaged, Math.max(1, at));
				case 2 -> splice(damaged, at, SPLICES[random.nextInt(SPLICES.length)].getBytes(StandardCharsets.UTF_8));
				case 3 -> splice(damaged, at, new byte[] { (byte) random.nextInt(256) });
				case 4 -> splice(damaged, at,
						Arrays.copyOfRange(damaged, at, Math.min(damaged.length, at + 1 + random.nextInt(80))));
				default -> without(damaged, random);
			};
		}
		return damaged;
	}

	private static byte[] flip(byte[] bytes, int at, Random random) {
		bytes[at] ^= (byte) (1 << random.nextInt(8));
		return bytes;
	}

	private static byte[] splice(byte[] bytes, int at, byte[] piece) {
		byte[] spliced = Arrays.copyOf(bytes, bytes.length + piece.length);
		System.arraycopy(piece, 0, spliced, at, piece.length);
		System.arraycopy(bytes, at, spliced, at + piece.length, bytes.length - at);
		return spliced;
	}

	/** Removes an attribute, a tag or a text. */
	private static byte[] without(byte[] bytes, Random random) {
		String text = new String(bytes, StandardCharsets.ISO_8859_1);
		List<int[]> pieces = new ArrayList<>();
		Matcher matcher = PIECES.matcher(text);
		while (matcher.find()) {
			pieces.add(new int[] { matcher.start(), matcher.end() });
		}
		if (pieces.isEmpty()) {
			return bytes;
		}
		Matcher attribute = Pattern.compile(" [A-Za-z:]+=\"[^\"]*\"").matcher(text);
		while (attribute.find()) {
			pieces.add(new int[] { attribute.start(), attribute.end() });
		}
		int[] piece = pieces.get(random.nextInt(pieces.size()));
		String rest = text.substring(0, piece[0]) + text.substring(piece[1]);
		return rest.isEmpty() ? bytes : rest.getBytes(StandardCharsets.ISO_8859_1);
	}

}
