package org.campanile.web.page;

import java.util.regex.Pattern;

/**
 * The institution's colour, adjusted so that text in it, and text on it, can be read.
 * Each mode has the colour nearest to the wish that keeps 4.5 to 1 (WCAG 2.2, 1.4.3) on
 * every background of that mode.
 *
 * @param rgb 24 bits
 */
public record AccentColor(int rgb) {

	/** The darkest background of the light mode; the colour carries white text. */
	static final int LIGHT_BACKGROUND = 0xF4F5F7;

	/** The lightest background of the dark mode; the colour carries near-black text. */
	static final int DARK_BACKGROUND = 0x1D2126;

	static final double ENOUGH = 4.5;

	private static final Pattern HEX = Pattern.compile("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})");

	private static final int STEPS = 100;

	/**
	 * @param text {@code #rrggbb} or {@code #rgb}
	 * @throws IllegalArgumentException if it is neither
	 */
	public static AccentColor parse(String text) {
		if (!HEX.matcher(text).matches()) {
			throw new IllegalArgumentException("'" + text + "' is not a colour such as #1d5c87");
		}
		String digits = text.substring(1);
		if (digits.length() == 3) {
			digits = digits.replaceAll("(.)", "$1$1");
		}
		return new AccentColor(Integer.parseInt(digits, 16));
	}

	/** For the light mode, darkened as far as needed. */
	public String onLight() {
		return hex(adjust(0x000000, LIGHT_BACKGROUND));
	}

	/** For the dark mode, lightened as far as needed. */
	public String onDark() {
		return hex(adjust(0xFFFFFF, DARK_BACKGROUND));
	}

	private int adjust(int towards, int background) {
		int color = rgb;
		for (int step = 1; step <= STEPS && contrast(color, background) < ENOUGH; step++) {
			color = mix(rgb, towards, step);
		}
		return color;
	}

	/** The contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
	static double contrast(int one, int other) {
		double first = luminance(one);
		double second = luminance(other);
		return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
	}

	private static double luminance(int color) {
		return 0.2126 * linear(color >> 16 & 0xFF) + 0.7152 * linear(color >> 8 & 0xFF) + 0.0722 * linear(color & 0xFF);
	}

	private static double linear(int channel) {
		double value = channel / 255.0;
		return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
	}

	private static int mix(int from, int to, int step) {
		int mixed = 0;
		for (int shift = 16; shift >= 0; shift -= 8) {
			int start = from >> shift & 0xFF;
			int end = to >> shift & 0xFF;
			mixed |= start + (end - start) * step / STEPS << shift;
		}
		return mixed;
	}

	private static String hex(int color) {
		return String.format("#%06x", color);
	}

}
