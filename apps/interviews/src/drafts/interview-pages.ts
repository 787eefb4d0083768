import { Injectable } from '@nestjs/common';
import { appUrlOf } from '@pks/platform';
import { InterviewsConfig } from '../interviews.config.ts';

/** Where the web pages of interviews are. */
@Injectable()
export class InterviewPages {
  /** Before the path of a page; blank where the installation has no public address, so that links are paths. */
  readonly base: string;

  constructor(config: InterviewsConfig) {
    this.base = appUrlOf(config) ?? '';
  }
}
