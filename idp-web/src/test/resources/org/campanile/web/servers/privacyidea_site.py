"""privacyIDEA on SQLite and loopback, with one user, one HOTP token of RFC 4226 and an administrator's token.

privacyidea_site.py FOLDER PORT
"""
import datetime
import os
import sys

import jwt

folder, port = sys.argv[1], int(sys.argv[2])
config = os.path.join(folder, "pi.cfg")
with open(config, "w") as out:
    out.write(f"""
SUPERUSER_REALM = ["super"]
SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/pi.sqlite"
SECRET_KEY = "for tests alone, and as long as PyJWT likes it to be"
PI_PEPPER = "for tests alone"
PI_ENCFILE = "{folder}/enckey"
PI_AUDIT_MODULE = "privacyidea.lib.auditmodules.base"
PI_AUDIT_NO_SIGN = True
PI_LOGFILE = "{folder}/privacyidea.log"
PI_LOGLEVEL = 30
""")
with open(os.path.join(folder, "enckey"), "wb") as out:
    out.write(os.urandom(96))
with open(os.path.join(folder, "passwd"), "w") as out:
    out.write("alice:x:1001:1001:Alice,,,:/:/bin/false\nbob:x:1002:1002:Bob,,,:/:/bin/false\n")

from privacyidea.app import create_app  # noqa: E402
from privacyidea.lib.policy import SCOPE, set_policy  # noqa: E402
from privacyidea.lib.realm import set_default_realm, set_realm  # noqa: E402
from privacyidea.lib.resolver import save_resolver  # noqa: E402
from privacyidea.lib.token import init_token  # noqa: E402
from privacyidea.lib.user import User  # noqa: E402
from privacyidea.models import db  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

app = create_app(config_name="production", config_file=config, silent=True)
with app.app_context():
    db.create_all()
    save_resolver({"resolver": "people", "type": "passwdresolver", "fileName": os.path.join(folder, "passwd")})
    set_realm("campus", [{"name": "people"}])
    set_default_realm("campus")
    set_policy("challenge", scope=SCOPE.AUTH, action="challenge_response=hotp")
    set_policy("services", scope=SCOPE.ADMIN, action="triggerchallenge", adminuser="campanile")
    init_token({"type": "hotp", "serial": "HOTP1", "otpkey": "3132333435363738393031323334353637383930",
                "pin": "geheim"}, user=User("alice", realm="campus"))
    token = jwt.encode({"username": "campanile", "realm": "API", "nonce": "1", "role": "admin", "authtype": "password",
                        "exp": datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=2),
                        "rights": []}, app.config["SECRET_KEY"])
with open(os.path.join(folder, "service.token"), "w") as out:
    out.write(token)
make_server("127.0.0.1", port, app, threaded=True).serve_forever()
