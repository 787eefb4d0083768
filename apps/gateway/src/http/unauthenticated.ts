import { Fault } from '@pks/platform/process';

/** No credential, or an invalid one: 401 (api.md, Authentication). */
export class Unauthenticated extends Fault {
  constructor() {
    super({ kind: 'unauthenticated', message: 'Authentication credentials were not provided.' });
  }
}
