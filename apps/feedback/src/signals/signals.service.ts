import { Injectable } from '@nestjs/common';
import type {
  Caller,
  InProject,
  ListSignalGroups,
  ListSignals,
  SignalCounts,
  SignalGroup,
  SignalReference,
  Signal as SignalView,
} from '@pks/contracts';
import type { Json, JsonPage } from '@pks/platform';
import { EVERYBODY } from './signal-count.entity.ts';
import { SignalCountsRepository } from './signal-counts.repository.ts';
import { SignalGroupsRepository } from './signal-groups.repository.ts';
import { SignalListsRepository } from './signal-lists.repository.ts';
import { SignalsRepository } from './signals.repository.ts';
import { summed } from './summed-counts.ts';
import { onlyOf } from './visibility.ts';

/** How signals are looked at: admins see all of a project, others what they gave (api.md Signals, decisions 5). */
@Injectable()
export class SignalsService {
  constructor(
    private readonly signals: SignalsRepository,
    private readonly lists: SignalListsRepository,
    private readonly groups: SignalGroupsRepository,
    private readonly counted: SignalCountsRepository,
  ) {}

  /** Most recently updated first. */
  list(request: ListSignals, caller: Caller): Promise<JsonPage<SignalView>> {
    return this.lists.list(request, onlyOf(caller));
  }

  /** @throws NotFound also for another user's to who is no admin. */
  get({ project_id, signal_id }: SignalReference, caller: Caller): Promise<Json<SignalView>> {
    return this.signals.view(project_id, signal_id, caller);
  }

  async counts({ project_id }: InProject, caller: Caller): Promise<SignalCounts> {
    return summed(await this.counted.of(project_id, onlyOf(caller) ?? EVERYBODY));
  }

  /** Groups of which a signal was updated most recently come first. */
  groupedByConversation(request: ListSignalGroups, caller: Caller): Promise<JsonPage<SignalGroup>> {
    return this.groups.list(request, onlyOf(caller));
  }
}
