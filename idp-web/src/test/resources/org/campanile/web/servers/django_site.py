import sys

from django.conf import settings

settings.configure(
    SECRET_KEY='of a test', ALLOWED_HOSTS=['127.0.0.1'], ROOT_URLCONF=__name__, USE_TZ=True,
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': '@folder@/django.db'}},
    INSTALLED_APPS=['django.contrib.auth', 'django.contrib.contenttypes', 'django.contrib.sessions',
                    'django.contrib.messages', 'django_cas_ng'],
    MIDDLEWARE=['django.contrib.sessions.middleware.SessionMiddleware',
                'django.contrib.auth.middleware.AuthenticationMiddleware',
                'django.contrib.messages.middleware.MessageMiddleware'],
    AUTHENTICATION_BACKENDS=['django_cas_ng.backends.CASBackend'], DEFAULT_AUTO_FIELD='django.db.models.AutoField',
    CAS_SERVER_URL='@idp@/cas/', CAS_VERSION='3', CAS_APPLY_ATTRIBUTES_TO_USER=True,
    CAS_RENAME_ATTRIBUTES={'mail': 'email'}, LOGIN_URL='/accounts/login')

import django  # noqa: E402

django.setup()

from django.contrib.auth.decorators import login_required  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402
import django_cas_ng.views  # noqa: E402


@login_required
def show(request):
    return HttpResponse('user=%s mail=%s' % (request.user.username, request.user.email))


urlpatterns = [
    path('show', show),
    path('accounts/login', django_cas_ng.views.LoginView.as_view(), name='cas_ng_login'),
    path('accounts/logout', django_cas_ng.views.LogoutView.as_view(), name='cas_ng_logout'),
    path('accounts/callback', django_cas_ng.views.CallbackView.as_view(), name='cas_ng_proxy_callback'),
]

if __name__ == '__main__':
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
