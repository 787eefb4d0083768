import { type DatabaseOptions, OutboxEvent } from '@pks/platform';
import { ArtifactCatalog } from './artifacts/artifact-catalog.entity.ts';
import { Artifact } from './artifacts/artifact.entity.ts';
import { ChangelogEntry } from './changelog/changelog-entry.entity.ts';
import { DocumentCatalog, DocumentTypeCount } from './documents/document-catalog.entity.ts';
import { DocumentRoom } from './documents/document-room.entity.ts';
import { DocumentSection } from './documents/document-section.entity.ts';
import { Document } from './documents/document.entity.ts';
import { IndexedSource } from './indexing/indexed-source.entity.ts';
import { SearchGeneration } from './indexing/search-generation.entity.ts';
import { MetadataBits } from './metadata/metadata-bits.entity.ts';
import { MetadataKey } from './metadata/metadata-key.entity.ts';
import { MetadataValue } from './metadata/metadata-value.entity.ts';
import { CreateKnowledge1763683200000 } from './migrations/1763683200000-create-knowledge.ts';
import { AddEvents1795564800000 } from './migrations/1795564800000-add-events.ts';
import { CreateDocuments1795910400000 } from './migrations/1795910400000-create-documents.ts';
import { AddSearch1795996800000 } from './migrations/1795996800000-add-search.ts';
import { ArtifactVersion } from './versions/artifact-version.entity.ts';
import { Publication } from './versions/publication.entity.ts';

/** What this service keeps, and how its schema came to be. */
export const knowledgeSchema = {
  schema: 'knowledge',
  entities: [
    ArtifactCatalog,
    Artifact,
    ArtifactVersion,
    Publication,
    ChangelogEntry,
    Document,
    DocumentCatalog,
    DocumentTypeCount,
    DocumentRoom,
    DocumentSection,
    MetadataKey,
    MetadataValue,
    MetadataBits,
    SearchGeneration,
    IndexedSource,
    OutboxEvent,
  ],
  migrations: [
    CreateKnowledge1763683200000,
    AddEvents1795564800000,
    CreateDocuments1795910400000,
    AddSearch1795996800000,
  ],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
