import { channel } from 'node:diagnostics_channel';

/**
 * The moments at which tests kill a process, as diagnostics channels. Without a subscriber they cost nothing.
 */
const MOMENTS = {
  committing: channel('pks.transaction.committing'),
  committed: channel('pks.transaction.committed'),
  published: channel('pks.event.published'),
  acknowledging: channel('pks.event.acknowledging'),
  erased: channel('pks.blob.erased'),
  deletedBatch: channel('pks.project.deleted-batch'),
  mailed: channel('pks.mail.accepted'),
} as const;

/** Publishes that the process has reached a moment. */
export function reach(moment: keyof typeof MOMENTS): void {
  const { [moment]: channel } = MOMENTS;
  if (channel.hasSubscribers) channel.publish({});
}
