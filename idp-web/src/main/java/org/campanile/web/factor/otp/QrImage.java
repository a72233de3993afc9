package org.campanile.web.factor.otp;

import io.nayuki.qrcodegen.QrCode;

/**
 * A QR code to be drawn as SVG: dark modules on a light ground that includes the quiet
 * zone, without which scanners do not find it on a dark page.
 *
 * @param size the width and height, in modules, with the quiet zone
 * @param path the dark modules, as an SVG path
 */
record QrImage(int size, String path) {

	/** The width of the quiet zone, in modules (ISO/IEC 18004 6.3.8). */
	private static final int QUIET_ZONE = 4;

	static QrImage of(String text) {
		QrCode code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
		StringBuilder path = new StringBuilder();
		for (int y = 0; y < code.size; y++) {
			int start = 0;
			for (int x = 0; x <= code.size; x++) {
				// Modules outside the code are light.
				if (!code.getModule(x, y)) {
					if (start < x) {
						run(path, start, y, x - start);
					}
					start = x + 1;
				}
			}
		}
		return new QrImage(code.size + 2 * QUIET_ZONE, path.toString());
	}

	private static void run(StringBuilder path, int x, int y, int width) {
		path.append('M')
			.append(x + QUIET_ZONE)
			.append(' ')
			.append(y + QUIET_ZONE)
			.append('h')
			.append(width)
			.append("v1h-")
			.append(width)
			.append('z');
	}

}
