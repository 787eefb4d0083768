/** The form of `PUBLIC_APP_URL`, the address of the web pages. */
export const APP_URL = '^https?://[^/?#\\s]+(/[^?#\\s]*[^/?#\\s])?$';

/** The form of `PUBLIC_BASE_URL`, the public address of the API: it ends in the prefix of its version (api.md). */
export const BASE_URL = '^https?://[^/?#]+(/[^?#]*[^/?#])?/api/v1$';

/** The public addresses of an installation, as configured. */
export interface PublicAddresses {
  readonly publicAppUrl?: string;
  readonly publicBaseUrl?: string;
}

/** The address of the web pages: `PUBLIC_APP_URL`, else the origin of `PUBLIC_BASE_URL`; undefined without either (decisions 2). */
export function appUrlOf({ publicAppUrl, publicBaseUrl }: PublicAddresses): string | undefined {
  return publicAppUrl ?? (publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl).origin);
}
