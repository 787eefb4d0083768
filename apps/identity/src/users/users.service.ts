import { Injectable } from '@nestjs/common';
import type { Caller, Me } from '@pks/contracts';
import { NotFound } from '@pks/platform';
import { UsersRepository } from './users.repository.ts';

/** The caller's own user (decisions 2). */
@Injectable()
export class UsersService {
  constructor(private readonly users: UsersRepository) {}

  /** @throws NotFound when the user was deleted since the gateway resolved the credential. */
  async me(caller: Caller): Promise<Me> {
    const me = await this.users.me(caller.user_id);
    if (!me) throw new NotFound();
    return me;
  }
}
