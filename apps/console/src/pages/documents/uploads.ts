import { MutationObserver } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../../api/client.ts';
import { KeptKeys } from '../../api/kept-keys.ts';
import { upload } from '../../api/upload.ts';
import { CUT_OFF_BY_LEAVING } from '../../shell/leaving.ts';
import { texts } from '../../texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { assertFits } from './refused-files.ts';

/** The files chosen last, and the progress of their upload. */
export interface Upload {
  readonly files: readonly File[];
  readonly isPending: boolean;
  /** The share that has been sent, from 0 to 1. */
  readonly share: number;
  /** Why the upload was refused. */
  readonly error: Error | null;
}

/** The uploads of a user to a project. They continue when the user leaves the page, which shows their progress on return. */
class Uploads {
  private last: Upload = { files: [], isPending: false, share: 0, error: null };
  private controller = new AbortController();
  private readonly keys = new KeptKeys();
  private readonly listeners = new Set<() => void>();
  private readonly sending;

  constructor(private readonly projectId: string) {
    this.sending = new MutationObserver<void, Error, readonly File[]>(queryClient, {
      mutationFn: (files) => this.upload(files),
      meta: CUT_OFF_BY_LEAVING,
      onSuccess: async (_nothing, files) => {
        showToast(texts.documents.uploaded(files.length));
        await queryClient.invalidateQueries({ queryKey: ['documents', projectId] });
      },
      onError: (error, files) => {
        if (this.listeners.size > 0 || isCancelled(error)) return;
        showToast(texts.documents.notUploaded(files.length), { isBad: true });
      },
    });
    this.sending.subscribe(({ variables: files = [], isPending, error }) =>
      this.show({ files, isPending, error: isCancelled(error) ? null : error }),
    );
  }

  readonly now = (): Upload => this.last;

  /** Uploads files, unless an upload is under way: its end would be taken for the end of this one. */
  readonly send = (files: readonly File[]): void => {
    if (this.sending.getCurrentResult().isPending)
      return showToast(texts.documents.oneByOne, { isBad: true });
    this.sending.mutate(files).catch(() => undefined);
  };

  readonly cancel = (): void => this.controller.abort();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      queueMicrotask(() => this.forgetSeen());
    };
  };

  private async upload(files: readonly File[]): Promise<void> {
    assertFits(files);
    this.controller = new AbortController();
    const { projectId, controller } = this;
    const onProgress = (share: number): void => this.show({ share });
    onProgress(0);
    await this.keys.under(files.map(looksOf), (idempotencyKey) =>
      upload({ projectId, files, idempotencyKey, onProgress, signal: controller.signal }),
    );
  }

  /** After the page was left, a refusal that it has shown is not shown again. */
  private forgetSeen(): void {
    if (this.listeners.size === 0 && !this.last.isPending) this.sending.reset();
  }

  private show(change: Partial<Upload>): void {
    this.last = { ...this.last, ...change };
    for (const listener of this.listeners) listener();
  }
}

function isCancelled(error: Error | null): boolean {
  return error?.name === 'AbortError';
}

/** A description of a file: the same if it is chosen again unchanged. */
function looksOf({ name, type, size, lastModified }: File): readonly unknown[] {
  return [name, type, size, lastModified];
}

const all = new Map<string, Uploads>();

function uploadsOf(userId: string, projectId: string): Uploads {
  const key = `${userId}.${projectId}`;
  const uploads = all.get(key) ?? new Uploads(projectId);
  all.set(key, uploads);
  return uploads;
}

/** The user's upload to a project, with its progress. */
export function useUploads(userId: string, projectId: string): { upload: Upload; uploads: Uploads } {
  const uploads = uploadsOf(userId, projectId);
  return { upload: useSyncExternalStore(uploads.subscribe, uploads.now), uploads };
}
