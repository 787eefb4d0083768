from django.http import HttpResponse
from django.urls import include, path
from rest_framework.routers import SimpleRouter

from artifacts.api import ArtifactViewSet

router = SimpleRouter()
router.register("artifacts", ArtifactViewSet)

urlpatterns = [path("health/", lambda request: HttpResponse("ok")), path("", include(router.urls))]
