"""Creates the tables and an administrator, and prints the token of the latter."""

import django

django.setup()

from django.contrib.auth.models import User
from django.core.management import call_command
from rest_framework.authtoken.models import Token

call_command("migrate", run_syncdb=True, verbosity=0)
print(Token.objects.create(user=User.objects.create_superuser("bench")).key)
