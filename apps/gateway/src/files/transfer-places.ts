import { Injectable } from '@nestjs/common';
import { Fault } from '@pks/platform/process';
import { Counts } from '../http/counts.ts';
import type { ApiRequest } from '../http/json-body.ts';

/** When a client should retry. Seconds. */
const RETRY_AFTER_S = 5;

/** How many transfers may be under way at this gateway at a time. */
interface Limits {
  /** The kind of transfer and its preposition for messages, such as `uploads` and `to`. */
  readonly what: string;
  readonly preposition: string;
  readonly all: number;
  /** Of one user, across all of their credentials. */
  readonly ofUser: number;
  readonly ofProject: number;
  /** A project always gets this many, even if others have taken all places, … */
  readonly alwaysOfProject: number;
  /** … unless the gateway has this many in all. */
  readonly inAnyCase: number;
}

/** Who sends or receives a file, and in which project. */
export interface Transferrer {
  readonly userId: string;
  readonly projectId: string;
}

/** Limits the transfers under way at this gateway, so that no user or project crowds out the others. */
class TransferPlaces {
  private readonly users = new Counts<string>();
  private readonly projects = new Counts<string>();
  private taken = 0;

  constructor(private readonly limits: Limits) {}

  /** Takes a place, and returns a function that gives it back. @throws Fault, 429, when the user, the project or the gateway has too many. */
  take({ userId, projectId }: Transferrer): () => void {
    const { what, preposition, all, ofUser, alwaysOfProject, inAnyCase } = this.limits;
    if (this.users.of(userId) >= ofUser) throw tooMany(`No more than ${ofUser} ${what} of one user`);
    const ofProject = this.projects.of(projectId);
    if (ofProject >= this.limits.ofProject)
      throw tooMany(`No more than ${this.limits.ofProject} ${what} ${preposition} one project`);
    const most = ofProject < alwaysOfProject ? inAnyCase : all;
    if (this.taken >= most) throw tooMany(`No more than ${most} ${what}`);
    this.change(1, userId, projectId);
    return () => this.change(-1, userId, projectId);
  }

  private change(by: 1 | -1, userId: string, projectId: string): void {
    this.taken += by;
    this.users.change(userId, by);
    this.projects.change(projectId, by);
  }
}

/** The places for uploads, each of which holds a part of a file in memory: a user gets as many as a browser opens connections. */
@Injectable()
export class UploadPlaces extends TransferPlaces {
  constructor() {
    super({
      what: 'uploads',
      preposition: 'to',
      all: 32,
      ofUser: 6,
      ofProject: 16,
      alwaysOfProject: 4,
      inAnyCase: 64,
    });
  }
}

/** The places for downloads, each of which holds a connection and an open file for as long as its client takes to read it. */
@Injectable()
export class DownloadPlaces extends TransferPlaces {
  constructor() {
    super({
      what: 'downloads',
      preposition: 'from',
      all: 256,
      ofUser: 20,
      ofProject: 64,
      alwaysOfProject: 8,
      inAnyCase: 512,
    });
  }
}

/** Whose transfer it is, and in which project: both are known once the request is admitted. */
export function transferrerOf({ callerId, params }: ApiRequest): Transferrer {
  return { userId: callerId ?? '', projectId: (params['project_id'] ?? '').toLowerCase() };
}

function tooMany(what: string): Fault {
  const message = `${what} may be under way at a time.`;
  return new Fault({ kind: 'throttled', message, retryAfter: RETRY_AFTER_S });
}
