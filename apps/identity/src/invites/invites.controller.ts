import {
  type AcceptInvite,
  type AcceptedInvite,
  type Caller,
  type Invite,
  type InviteReference,
  type InviteUser,
  type ListInvites,
  type NewInvite,
  type Page,
  invites,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { InviteAcceptance } from './invite-acceptance.ts';
import { InvitesService } from './invites.service.ts';

@Serves(invites)
export class InvitesController implements Service<typeof invites> {
  constructor(
    private readonly invites: InvitesService,
    private readonly acceptance: InviteAcceptance,
  ) {}

  list(request: ListInvites): Promise<Page<Invite>> {
    return this.invites.list(request);
  }

  invite(request: InviteUser, caller: Caller): Promise<NewInvite> {
    return this.invites.invite(request, caller);
  }

  cancel(request: InviteReference): Promise<void> {
    return this.invites.cancel(request);
  }

  accept(request: AcceptInvite): Promise<AcceptedInvite> {
    return this.acceptance.accept(request);
  }
}
