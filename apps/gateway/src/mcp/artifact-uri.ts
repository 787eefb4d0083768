/** The addresses of artifacts as resources, as a template (RFC 6570). */
export const ARTIFACT_TEMPLATE = 'artifact://{project_id}/{slug}';

const ARTIFACT_URI = /^artifact:\/\/([0-9A-Fa-f-]{36})\/([^/?#]{1,2000})$/;

/** The project and slug that identify an artifact. */
export interface ArtifactPlace {
  readonly project_id: string;
  readonly slug: string;
}

/** The address of an artifact as a resource. */
export function artifactUri({ project_id, slug }: ArtifactPlace): string {
  return `artifact://${project_id}/${encodeURIComponent(slug)}`;
}

/** The artifact that an address names; undefined for any other text. */
export function artifactIn(uri: string): ArtifactPlace | undefined {
  const [, project_id, name] = ARTIFACT_URI.exec(uri) ?? [];
  const slug = name === undefined ? undefined : decoded(name);
  return project_id === undefined || slug === undefined ? undefined : { project_id, slug };
}

/** Undefined for malformed encoding, and for a null character, which no slug contains. */
function decoded(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text);
    return name.includes('\0') ? undefined : name;
  } catch {
    return undefined;
  }
}
