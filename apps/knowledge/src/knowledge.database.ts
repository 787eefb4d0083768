import { type DatabaseOptions, DeferredEvent, DeletedProject, InboxEntry, OutboxEvent } from '@pks/platform';
import { ArtifactCatalog } from './artifacts/artifact-catalog.entity.ts';
import { Artifact } from './artifacts/artifact.entity.ts';
import { CatalogCount } from './artifacts/catalog-count.entity.ts';
import { ChangelogEntry } from './changelog/changelog-entry.entity.ts';
import { DocumentCatalog, DocumentTypeCount } from './documents/document-catalog.entity.ts';
import { DocumentRoom } from './documents/document-room.entity.ts';
import { DocumentSection } from './documents/document-section.entity.ts';
import { StoredFiles } from './documents/document-storage.entity.ts';
import { Document } from './documents/document.entity.ts';
import { MetadataBits } from './metadata-index/metadata-bits.entity.ts';
import { MetadataKey } from './metadata-index/metadata-key.entity.ts';
import { MetadataValue } from './metadata-index/metadata-value.entity.ts';
import { CreateKnowledge1763683200000 } from './migrations/1763683200000-create-knowledge.ts';
import { AddEvents1795564800000 } from './migrations/1795564800000-add-events.ts';
import { CreateDocuments1795910400000 } from './migrations/1795910400000-create-documents.ts';
import { AddSearch1795996800000 } from './migrations/1795996800000-add-search.ts';
import { LeaseOutbox1796083200000 } from './migrations/1796083200000-lease-outbox.ts';
import { LimitStorage1796256000000 } from './migrations/1796256000000-limit-storage.ts';
import { ShareReading1796256060000 } from './migrations/1796256060000-share-reading.ts';
import { DivideSections1796256120000 } from './migrations/1796256120000-divide-sections.ts';
import { SeparateProjects1796428800000 } from './migrations/1796428800000-separate-projects.ts';
import { BoundIdempotencyKeys1796601600000 } from './migrations/1796601600000-bound-idempotency-keys.ts';
import { AddInterviews1797120000000 } from './migrations/1797120000000-add-interviews.ts';
import { LeaveSearch1797292800000 } from './migrations/1797292800000-leave-search.ts';
import { DeleteProjects1797552000000 } from './migrations/1797552000000-delete-projects.ts';
import { KeepCatalogCounts1797638460000 } from './migrations/1797638460000-keep-catalog-counts.ts';
import { OrderMetadataValues1797897600000 } from './migrations/1797897600000-order-metadata-values.ts';
import { KeepFormats1798243200000 } from './migrations/1798243200000-keep-formats.ts';
import { IndexUnreadDocuments1798243260000 } from './migrations/1798243260000-index-unread-documents.ts';
import { RememberWrittenInterviews1798329600000 } from './migrations/1798329600000-remember-written-interviews.ts';
import { IndexLeftDocuments1798329660000 } from './migrations/1798329660000-index-left-documents.ts';
import { IndexWrittenInterviews1798329720000 } from './migrations/1798329720000-index-written-interviews.ts';
import { MarkWrittenInterviews1798329780000 } from './migrations/1798329780000-mark-written-interviews.ts';
import { StopMarkingInterviews1798502400000 } from './migrations/1798502400000-stop-marking-interviews.ts';
import { SeparateDeferredEvents1798588860000 } from './migrations/1798588860000-separate-deferred-events.ts';
import { ArtifactVersion } from './versions/artifact-version.entity.ts';
import { Publication } from './versions/publication.entity.ts';

/** The tables of this service, and the migrations that create them. */
export const knowledgeSchema = {
  schema: 'knowledge',
  entities: [
    ArtifactCatalog,
    Artifact,
    CatalogCount,
    ArtifactVersion,
    Publication,
    ChangelogEntry,
    Document,
    DocumentCatalog,
    DocumentTypeCount,
    DocumentRoom,
    DocumentSection,
    StoredFiles,
    MetadataKey,
    MetadataValue,
    MetadataBits,
    OutboxEvent,
    InboxEntry,
    DeferredEvent,
    DeletedProject,
  ],
  migrations: [
    CreateKnowledge1763683200000,
    AddEvents1795564800000,
    CreateDocuments1795910400000,
    AddSearch1795996800000,
    LeaseOutbox1796083200000,
    LimitStorage1796256000000,
    ShareReading1796256060000,
    DivideSections1796256120000,
    SeparateProjects1796428800000,
    BoundIdempotencyKeys1796601600000,
    AddInterviews1797120000000,
    LeaveSearch1797292800000,
    DeleteProjects1797552000000,
    KeepCatalogCounts1797638460000,
    OrderMetadataValues1797897600000,
    KeepFormats1798243200000,
    IndexUnreadDocuments1798243260000,
    RememberWrittenInterviews1798329600000,
    IndexLeftDocuments1798329660000,
    IndexWrittenInterviews1798329720000,
    MarkWrittenInterviews1798329780000,
    StopMarkingInterviews1798502400000,
    SeparateDeferredEvents1798588860000,
  ],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
