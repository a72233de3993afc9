package org.campanile.saml.opensaml.metadata;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.opensaml.core.xml.LangBearing;
import org.opensaml.core.xml.XMLObject;
import org.opensaml.saml.ext.saml2mdui.UIInfo;
import org.opensaml.saml.saml2.metadata.EntityDescriptor;
import org.opensaml.saml.saml2.metadata.Extensions;
import org.opensaml.saml.saml2.metadata.SPSSODescriptor;

import org.campanile.http.Urls;
import org.campanile.service.DisplayInfo;
import org.campanile.service.DisplayInfo.Logo;

/**
 * Reads a service's description for users (SAML V2.0 Metadata Extensions for Login and
 * Discovery User Interface 2.1). It is shown on the login page, so texts are reduced to
 * one line, and only URLs that cannot execute anything are accepted.
 */
final class DisplayInfoReader {

	private static final int MAX_NAME = 200;

	private static final int MAX_DESCRIPTION = 500;

	private static final int MAX_LOGO = 64 * 1024;

	private final List<String> remarks;

	DisplayInfoReader(List<String> remarks) {
		this.remarks = remarks;
	}

	DisplayInfo read(EntityDescriptor entity, SPSSODescriptor role) {
		List<XMLObject> names = new ArrayList<>();
		List<XMLObject> descriptions = new ArrayList<>();
		List<XMLObject> information = new ArrayList<>();
		List<XMLObject> privacy = new ArrayList<>();
		List<Logo> logos = new ArrayList<>();
		@Nullable Extensions extensions = role.getExtensions();
		if (extensions != null) {
			for (XMLObject extension : extensions.getUnknownXMLObjects(UIInfo.DEFAULT_ELEMENT_NAME)) {
				UIInfo info = (UIInfo) extension;
				names.addAll(info.getDisplayNames());
				descriptions.addAll(info.getDescriptions());
				information.addAll(info.getInformationURLs());
				privacy.addAll(info.getPrivacyStatementURLs());
				info.getLogos().forEach(logo -> addLogo(logos, logo));
			}
		}
		return new DisplayInfo(names(names, entity, role), texts(descriptions, MAX_DESCRIPTION), logos,
				urls(information), urls(privacy));
	}

	private static Map<String, String> names(List<XMLObject> displayNames, EntityDescriptor entity,
			SPSSODescriptor role) {
		Map<String, String> names = texts(displayNames, MAX_NAME);
		if (names.isEmpty() && role.getDefaultAttributeConsumingService() != null) {
			names = texts(role.getDefaultAttributeConsumingService().getNames(), MAX_NAME);
		}
		if (names.isEmpty() && role.getOrganization() != null) {
			names = texts(role.getOrganization().getDisplayNames(), MAX_NAME);
		}
		if (names.isEmpty() && entity.getOrganization() != null) {
			names = texts(entity.getOrganization().getDisplayNames(), MAX_NAME);
		}
		return names;
	}

	private static Map<String, String> texts(List<? extends XMLObject> elements, int longest) {
		Map<String, String> texts = new LinkedHashMap<>();
		for (XMLObject element : elements) {
			String text = line(ServiceReader.text(element), longest);
			if (!text.isEmpty()) {
				texts.putIfAbsent(language(element), text);
			}
		}
		return texts;
	}

	/**
	 * Returns one line of readable text: without control characters, and without
	 * directional marks, which could disguise the page's own text.
	 */
	private static String line(String text, int longest) {
		String line = text.replaceAll("[\\s\\p{Cntrl}\\u2028\\u2029]+", " ")
			.replaceAll("[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]", "")
			.strip();
		return line.length() <= longest ? line : line.substring(0, line.offsetByCodePoints(0, longest / 2)) + "…";
	}

	private Map<String, String> urls(List<XMLObject> elements) {
		Map<String, String> urls = new LinkedHashMap<>();
		for (XMLObject element : elements) {
			String url = ServiceReader.text(element);
			if (Urls.isWeb(url)) {
				urls.putIfAbsent(language(element), url);
			}
			else if (!url.isEmpty()) {
				remarks.add(name(element) + " dropped: neither an http: nor an https: URL");
			}
		}
		return urls;
	}

	private void addLogo(List<Logo> logos, org.opensaml.saml.ext.saml2mdui.Logo logo) {
		String url = ServiceReader.text(logo).replaceAll("\\s", "");
		boolean image = url.regionMatches(true, 0, "data:image/", 0, "data:image/".length());
		if (!image && !(Urls.scheme(url).equals("https") && Urls.isWeb(url))) {
			remarks.add("Logo dropped: neither an https: nor a data:image/ URL");
		}
		else if (url.length() > MAX_LOGO) {
			remarks.add("Logo dropped: longer than " + MAX_LOGO / 1024 + " KiB");
		}
		else {
			logos.add(new Logo(url, pixels(logo.getWidth()), pixels(logo.getHeight())));
		}
	}

	private static int pixels(@Nullable Integer value) {
		return value == null ? 0 : Math.max(0, value);
	}

	private static String language(XMLObject element) {
		@Nullable String language = element instanceof LangBearing bearing ? bearing.getXMLLang() : null;
		return language == null ? "" : language.strip().toLowerCase(Locale.ROOT);
	}

	private static String name(XMLObject element) {
		return element.getElementQName().getLocalPart();
	}

}
