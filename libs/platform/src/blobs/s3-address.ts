/** A place in an S3-compatible store. */
export interface S3Address {
  readonly bucket: string;
  /** The prefix of all keys: it ends in a slash, or is empty. */
  readonly prefix: string;
  readonly region: string | undefined;
  /** The endpoint of a store other than AWS, where the bucket is part of the path. */
  readonly endpoint: string | undefined;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const KNOWN: readonly string[] = ['region', 'endpoint'];

/** Parses `s3://bucket/prefix?region=…&endpoint=…`. @throws Error that names the problem. */
export function s3AddressIn(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !BUCKET.test(url.host)) {
    throw new Error('BLOB_STORE names no bucket; it looks like s3://bucket/prefix?region=eu-central-1.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error(
      'BLOB_STORE holds no credentials; they are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  for (const name of url.searchParams.keys()) {
    if (!KNOWN.includes(name)) throw new Error(`BLOB_STORE has the unknown parameter "${name}".`);
  }
  const folders = url.pathname.split('/').filter((part) => part !== '');
  return {
    bucket: url.host,
    prefix: folders.map((folder) => `${decoded(folder)}/`).join(''),
    region: url.searchParams.get('region') ?? undefined,
    endpoint: endpointIn(url),
  };
}

function decoded(folder: string): string {
  try {
    return decodeURIComponent(folder);
  } catch {
    throw new Error('BLOB_STORE has a folder that cannot be read: write % as %25.');
  }
}

function endpointIn({ searchParams }: URL): string | undefined {
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint === undefined || /^https?:\/\/[^/]/.test(endpoint)) return endpoint;
  throw new Error('The endpoint in BLOB_STORE is no http:// or https:// address.');
}
