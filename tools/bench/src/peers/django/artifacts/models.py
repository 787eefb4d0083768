import uuid

from django.db import models


class Artifact(models.Model):
    """The fields of an artifact, with the content of its published version."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.UUIDField()
    slug = models.CharField(max_length=255)
    title = models.CharField(max_length=255)
    semantic_type = models.CharField(max_length=32)
    technical_type = models.CharField(
        max_length=32,
        choices=[(name, name) for name in ("markdown", "mental_map", "playbook_list", "design_template_list", "bpmn_xml")],
    )
    in_scope = models.BooleanField(default=True)
    display_order = models.IntegerField()
    group = models.CharField(max_length=64, blank=True)
    definition_short = models.TextField(blank=True)
    definition_long = models.TextField(blank=True)
    format_description = models.TextField(blank=True)
    capture_discipline = models.TextField(blank=True)
    head_version_number = models.IntegerField(default=0)
    head_updated_at = models.DateTimeField(null=True)
    version_count = models.IntegerField(default=0)
    published_version_number = models.IntegerField(null=True)
    payload = models.TextField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "artifacts"
        ordering = ["-in_scope", "display_order", "slug", "id"]
