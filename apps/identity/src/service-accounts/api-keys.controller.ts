import {
  type ApiKey,
  type ApiKeyReference,
  type CreateApiKey,
  type ListApiKeys,
  type NewApiKey,
  type Page,
  type UpdateApiKey,
  apiKeys,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ApiKeysService } from './api-keys.service.ts';

@Serves(apiKeys)
export class ApiKeysController implements Service<typeof apiKeys> {
  constructor(private readonly keys: ApiKeysService) {}

  list(request: ListApiKeys): Promise<Page<ApiKey>> {
    return this.keys.list(request);
  }

  create(request: CreateApiKey): Promise<NewApiKey> {
    return this.keys.create(request);
  }

  update(request: UpdateApiKey): Promise<ApiKey> {
    return this.keys.update(request);
  }

  revoke(request: ApiKeyReference): Promise<ApiKey> {
    return this.keys.revoke(request);
  }
}
