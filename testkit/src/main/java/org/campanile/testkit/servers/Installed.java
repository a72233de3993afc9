package org.campanile.testkit.servers;

import java.nio.file.Files;
import java.nio.file.Path;

/** Programs that the tests need; a missing one fails them and names the package. */
public enum Installed {

	APACHE("/usr/sbin/apache2", "apache2"), SHIBBOLETH_DAEMON("/usr/sbin/shibd", "libapache2-mod-shib"),
	CHROMIUM("/usr/bin/chromium", "chromium"), OPENSSL("/usr/bin/openssl", "openssl"), ENV("/usr/bin/env", "coreutils"),
	SETSID("/usr/bin/setsid", "util-linux"), RUNUSER("/usr/sbin/runuser", "util-linux"),
	NGINX("/usr/sbin/nginx", "nginx"), CHOWN("/usr/bin/chown", "coreutils"), CADDY("/usr/bin/caddy", "caddy"),
	PHP("/usr/bin/php8.2", "php8.2-cli"), PHP_CAS("/usr/share/php/CAS.php", "php-cas"),
	CAS_MODULE("/usr/lib/apache2/modules/mod_auth_cas.so", "libapache2-mod-auth-cas"),
	PYTHON("/usr/bin/python3", "python3-venv"), LUA_SOCKET("/usr/share/lua/5.3/socket.lua", "lua-socket"),
	OATHTOOL("/usr/bin/oathtool", "oathtool"), ZBARIMG("/usr/bin/zbarimg", "zbar-tools"),
	PROMTOOL("/usr/bin/promtool", "prometheus");

	private final String path;

	private final String debianPackage;

	Installed(String path, String debianPackage) {
		this.path = path;
		this.debianPackage = debianPackage;
	}

	/** Returns the path of the program. */
	public Path path() {
		Path file = Path.of(path);
		if (!Files.exists(file)) {
			throw new AssertionError(path + " is missing; install Debian's package " + debianPackage);
		}
		return file;
	}

}
