import { type Access, type ResolveAccess, type ResolveEmail, access } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { AccessService } from './access.service.ts';

@Serves(access)
export class AccessController implements Service<typeof access> {
  constructor(private readonly access: AccessService) {}

  resolve(request: ResolveAccess): Promise<Access> {
    return this.access.resolve(request);
  }

  resolveEmail(request: ResolveEmail): Promise<Access> {
    return this.access.resolveEmail(request);
  }
}
