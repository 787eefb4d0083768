import {
  type CreateServiceAccount,
  type ListServiceAccounts,
  type Page,
  type ServiceAccount,
  serviceAccounts,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ServiceAccountsService } from './service-accounts.service.ts';

@Serves(serviceAccounts)
export class ServiceAccountsController implements Service<typeof serviceAccounts> {
  constructor(private readonly accounts: ServiceAccountsService) {}

  list(request: ListServiceAccounts): Promise<Page<ServiceAccount>> {
    return this.accounts.list(request);
  }

  create(request: CreateServiceAccount): Promise<ServiceAccount> {
    return this.accounts.create(request);
  }
}
