import { Fault } from '@pks/platform/process';

/** No credential, or one that is worth nothing: 401 (api.md, Authentication). */
export class Unauthenticated extends Fault {
  constructor() {
    super({ kind: 'unauthenticated', message: 'Authentication credentials were not provided.' });
  }
}
