import { Injectable } from '@nestjs/common';
import { appUrlOf } from '@pks/platform';
import { InterviewsConfig } from '../interviews.config.ts';

/** The address of the web pages of interviews. */
@Injectable()
export class InterviewPages {
  /** Precedes the path of a page; blank if the installation has no public address, so that links are just paths. */
  readonly base: string;

  constructor(config: InterviewsConfig) {
    this.base = appUrlOf(config) ?? '';
  }
}
