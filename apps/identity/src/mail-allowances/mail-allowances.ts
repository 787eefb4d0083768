import { Injectable } from '@nestjs/common';
import { MailAllowance, type Mailing } from './mail-allowance.entity.ts';
import { MailAllowancesRepository } from './mail-allowances.repository.ts';

/** Bounds the mails about invites, so that nobody floods a mailbox (decisions 2). */
@Injectable()
export class MailAllowances {
  constructor(private readonly allowances: MailAllowancesRepository) {}

  /**
   * Counts a mail, within the transaction that sends it, and returns 0. If no more is allowed, counts nothing and returns
   * the seconds until one is.
   */
  async take(mailing: Mailing): Promise<number> {
    const taken: MailAllowance[] = [];
    let time = new Date(0);
    // The row that most others need is locked last.
    for (const subject of MailAllowance.subjectsOf(mailing)) {
      const { row, now } = await this.allowances.lock(subject.key);
      const seconds = row.secondsLeft(subject, now);
      if (seconds > 0) return seconds;
      row.count(subject, now);
      taken.push(row);
      time = now;
    }
    await this.allowances.save(taken);
    await this.allowances.deleteExpired(MailAllowance.expiredBefore(time));
    return 0;
  }
}
