import { Injectable } from '@nestjs/common';
import type { Caller, Me } from '@pks/contracts';
import { NotFound } from '@pks/platform';
import { UsersRepository } from './users.repository.ts';

/** Users as themselves (decisions 2). */
@Injectable()
export class UsersService {
  constructor(private readonly users: UsersRepository) {}

  /** @throws NotFound when the user is gone since the gateway looked. */
  async me(caller: Caller): Promise<Me> {
    const me = await this.users.me(caller.user_id);
    if (!me) throw new NotFound();
    return me;
  }
}
