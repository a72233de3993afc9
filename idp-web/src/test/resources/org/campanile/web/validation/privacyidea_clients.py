"""Asks a validation service as clients of privacyIDEA do.

    privacyidea_clients.py server URL CA REALM USER PASS [TRANSACTION]
    privacyidea_clients.py django URL CA REALM USER PASS

`server` is what privacyIDEA itself asks another privacyIDEA with, for its remote tokens;
it prints the status and the answer. `django` is the backend of django-privacyidea-auth;
it prints the name of the user, or None.
"""
import sys
from types import SimpleNamespace

kind, url, ca, realm, user, password = sys.argv[1:7]

if kind == "server":
    from privacyidea.lib.privacyideaserver import PrivacyIDEAServer

    server = PrivacyIDEAServer(SimpleNamespace(url=url, tls=ca))
    answer = server.validate_check(user, password, realm=realm, transaction_id=sys.argv[7] if len(sys.argv) > 7 else None)
    print(answer.status_code, answer.text)
else:
    import django
    from django.conf import settings

    settings.configure(
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        PRIVACYIDEA={"url": url + "/validate/check", "ssl_verify": ca, "realm": realm, "create_user": True,
                     "update_attributes": False})
    django.setup()
    from django.core.management import call_command
    from django_privacyidea_auth.privacyidea_auth import PrivacyIDEA

    call_command("migrate", verbosity=0)
    print(PrivacyIDEA().authenticate(username=user, password=password))
