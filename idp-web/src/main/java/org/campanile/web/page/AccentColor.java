package org.campanile.web.page;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The institution's colour, adjusted so that text in this colour and text on it are
 * legible. For text, each mode uses the nearest colour with a contrast of at least 4.5 to
 * 1 (WCAG 2.2, 1.4.3) on every background of that mode.
 *
 * @param rgb 24 bits
 */
public record AccentColor(int rgb) {

	/** The darkest background of the light mode. */
	static final int LIGHT_BACKGROUND = 0xF4F5F7;

	/** The lightest background of the dark mode. */
	static final int DARK_BACKGROUND = 0x1D2126;

	static final double ENOUGH = 4.5;

	/** The minimum contrast between a button and its background (WCAG 2.2, 1.4.11). */
	static final double DISTINCT = 3;

	private static final int WHITE = 0xFFFFFF;

	private static final int NEAR_BLACK = 0x101316;

	/** The change of a button's colour under the pointer, in percent. */
	private static final int HOVER = 15;

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

	/** Returns the color for the light mode, darkened as far as needed. */
	public String onLight() {
		return hex(adjust(0x000000, LIGHT_BACKGROUND, ENOUGH));
	}

	/** Returns the color for the dark mode, lightened as far as needed. */
	public String onDark() {
		return hex(adjust(WHITE, DARK_BACKGROUND, ENOUGH));
	}

	/** The button in the light mode. */
	Button buttonOnLight() {
		int color = adjust(0x000000, LIGHT_BACKGROUND, ENOUGH);
		return new Button(hex(color), hex(mix(color, 0x000000, HOVER)), hex(WHITE));
	}

	/**
	 * The button in the dark mode. If white text is legible on the colour, it is the
	 * colour itself, lightened just enough to distinguish the button from the background;
	 * white text is still legible on it then.
	 */
	Button buttonOnDark() {
		if (contrast(rgb, WHITE) < ENOUGH) {
			int color = adjust(WHITE, DARK_BACKGROUND, ENOUGH);
			return new Button(hex(color), hex(mix(color, WHITE, HOVER)), hex(NEAR_BLACK));
		}
		int color = adjust(WHITE, DARK_BACKGROUND, DISTINCT);
		return new Button(hex(color), hex(hoverOnDark(color)), hex(WHITE));
	}

	/** Moves towards the side with more contrast to spare, background or white text. */
	private static int hoverOnDark(int color) {
		int darker = color;
		int lighter = color;
		for (int step = 1; step <= HOVER; step++) {
			int down = mix(color, 0x000000, step);
			darker = contrast(down, DARK_BACKGROUND) >= DISTINCT ? down : darker;
			int up = mix(color, WHITE, step);
			lighter = contrast(up, WHITE) >= ENOUGH ? up : lighter;
		}
		return contrast(darker, color) >= contrast(lighter, color) ? darker : lighter;
	}

	/**
	 * The colours of a button.
	 *
	 * @param background at rest
	 * @param hover its background under the pointer
	 */
	record Button(String background, String hover, String text) {

		String css() {
			return "--button:" + background + ";--button-hover:" + hover + ";--on-button:" + text;
		}

	}

	private int adjust(int towards, int background, double least) {
		int color = rgb;
		for (int step = 1; step <= STEPS && contrast(color, background) < least; step++) {
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
		return String.format(Locale.ROOT, "#%06x", color);
	}

}
