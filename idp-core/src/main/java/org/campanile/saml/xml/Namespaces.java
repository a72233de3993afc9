package org.campanile.saml.xml;

import org.campanile.saml.Saml;
import org.campanile.xml.XmlNamespace;

/** The namespaces of SAML documents. */
public final class Namespaces {

	public static final XmlNamespace SAML = new XmlNamespace("saml", Saml.ASSERTION_NS);

	public static final XmlNamespace SAMLP = new XmlNamespace("samlp", Saml.PROTOCOL_NS);

	public static final XmlNamespace DS = new XmlNamespace("ds", Saml.DSIG_NS);

	public static final XmlNamespace EXC_C14N = new XmlNamespace("ec", "http://www.w3.org/2001/10/xml-exc-c14n#");

	public static final XmlNamespace XENC = new XmlNamespace("xenc", "http://www.w3.org/2001/04/xmlenc#");

	public static final XmlNamespace XENC11 = new XmlNamespace("xenc11", "http://www.w3.org/2009/xmlenc11#");

	public static final XmlNamespace XS = new XmlNamespace("xs", "http://www.w3.org/2001/XMLSchema");

	public static final XmlNamespace XSI = new XmlNamespace("xsi", "http://www.w3.org/2001/XMLSchema-instance");

	public static final XmlNamespace MD = new XmlNamespace("md", Saml.METADATA_NS);

	public static final XmlNamespace MDUI = new XmlNamespace("mdui", "urn:oasis:names:tc:SAML:metadata:ui");

	public static final XmlNamespace MDATTR = new XmlNamespace("mdattr", "urn:oasis:names:tc:SAML:metadata:attribute");

	public static final XmlNamespace SHIBMD = new XmlNamespace("shibmd", "urn:mace:shibboleth:metadata:1.0");

	/** The namespace of the Metadata Profile for Algorithm Support 1.0. */
	public static final XmlNamespace ALG = new XmlNamespace("alg", "urn:oasis:names:tc:SAML:metadata:algsupport");

	private Namespaces() {
	}

}
