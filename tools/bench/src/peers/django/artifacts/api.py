from rest_framework.serializers import ModelSerializer
from rest_framework.viewsets import ModelViewSet

from .models import Artifact


LISTED = [
    "id",
    "slug",
    "title",
    "semantic_type",
    "technical_type",
    "in_scope",
    "display_order",
    "group",
    "definition_short",
    "head_version_number",
    "head_updated_at",
    "version_count",
    "published_version_number",
]


class ArtifactItem(ModelSerializer):
    class Meta:
        model = Artifact
        fields = LISTED


class ArtifactDetail(ModelSerializer):
    class Meta:
        model = Artifact
        fields = "__all__"


class ArtifactViewSet(ModelViewSet):
    queryset = Artifact.objects.all()

    def get_serializer_class(self):
        return ArtifactItem if self.action == "list" else ArtifactDetail

    def get_queryset(self):
        if self.action != "list":
            return super().get_queryset()
        listed = super().get_queryset().only(*LISTED)
        return listed.filter(project=self.request.query_params["project"])
