import { Injectable } from '@nestjs/common';
import { Fault } from '@pks/platform/process';
import { Counts } from '../http/counts.ts';

/** Uploads under way at this gateway, of which each holds a part of a file in memory. */
const MAX_UPLOADS = 32;
/** Those of one user, with all of their credentials: as many as a browser makes connections. */
const MAX_OF_USER = 6;
/** Those of one project. */
const MAX_OF_PROJECT = 16;
/** A project has as many even where others have taken all places, … */
const ALWAYS_OF_PROJECT = 4;
/** … unless there are as many in all. */
const MAX_IN_ANY_CASE = 64;
/** When a client should retry. Seconds. */
const RETRY_AFTER_S = 5;

/** Who uploads, and to which project. */
export interface Uploader {
  readonly userId: string;
  readonly projectId: string;
}

/** Limits the uploads that are under way at this gateway, so that no user and no project keeps others from uploading. */
@Injectable()
export class UploadPlaces {
  private readonly users = new Counts<string>();
  private readonly projects = new Counts<string>();
  private taken = 0;

  /** Takes a place, and returns what gives it back. @throws Fault, 429, when the user, the project or all have too many. */
  take({ userId, projectId }: Uploader): () => void {
    if (this.users.of(userId) >= MAX_OF_USER)
      throw tooMany(`No more than ${MAX_OF_USER} uploads of one user`);
    const ofProject = this.projects.of(projectId);
    if (ofProject >= MAX_OF_PROJECT) throw tooMany(`No more than ${MAX_OF_PROJECT} uploads to one project`);
    const most = ofProject < ALWAYS_OF_PROJECT ? MAX_IN_ANY_CASE : MAX_UPLOADS;
    if (this.taken >= most) throw tooMany(`No more than ${most} uploads`);
    this.change(1, userId, projectId);
    return () => this.change(-1, userId, projectId);
  }

  private change(by: 1 | -1, userId: string, projectId: string): void {
    this.taken += by;
    this.users.change(userId, by);
    this.projects.change(projectId, by);
  }
}

function tooMany(what: string): Fault {
  const message = `${what} may be under way at a time.`;
  return new Fault({ kind: 'throttled', message, retryAfter: RETRY_AFTER_S });
}
