import { Fault } from '@pks/platform/process';

/** No credential, or an invalid one: 401 (api.md, Authentication). */
export class Unauthenticated extends Fault {
  /** `reason`: what is wrong with the credential; undefined if none was sent. Printable ASCII without quotes. */
  constructor(
    private readonly reason?: string,
    options?: ErrorOptions,
  ) {
    super({ kind: 'unauthenticated', message: 'Authentication credentials were not provided.' }, options);
  }

  /** The value of `WWW-Authenticate` (RFC 6750, 3). */
  get challenge(): string {
    if (this.reason === undefined) return 'Bearer';
    return `Bearer error="invalid_token", error_description="${this.reason}"`;
  }

  /** The same refusal, naming where the metadata of the resource is (RFC 9728, 5.1). */
  describedAt(metadataUrl: string): Unauthenticated {
    return new UnauthenticatedAt(metadataUrl, this.reason, { cause: this.cause });
  }
}

/** The refusal of a resource whose clients discover where to get a token. */
class UnauthenticatedAt extends Unauthenticated {
  constructor(
    private readonly metadataUrl: string,
    reason?: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }

  override get challenge(): string {
    const separator = super.challenge === 'Bearer' ? ' ' : ', ';
    return `${super.challenge}${separator}resource_metadata="${this.metadataUrl}"`;
  }
}
