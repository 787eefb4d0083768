import { type JSX, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import {
  type DropItem,
  DropZone,
  FileTrigger,
  isDirectoryDropItem,
  isFileDropItem,
} from 'react-aria-components';
import { queryClient } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { upload } from '../../api/upload.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/form.tsx';
import { Progress } from '../../ui/progress.tsx';
import { tell } from '../../ui/toasts.tsx';
import { assertFits, refusedFiles } from './refused-files.ts';

/** Files by dropping or choosing, with how much of them has arrived. */
export function Uploading({ projectId }: { readonly projectId: string }): JSX.Element {
  const [share, setShare] = useState(0);
  const [folders, setFolders] = useState<readonly string[]>([]);
  const controller = useRef(new AbortController());
  const keys = useKeptKeys();
  const sending = useMutation({
    mutationFn: async (files: readonly File[]) => {
      assertFits(files);
      setShare(0);
      controller.current = new AbortController();
      const { signal } = controller.current;
      await keys.under(files.map(looksOf), (idempotencyKey) =>
        upload({ projectId, files, idempotencyKey, onProgress: setShare, signal }),
      );
    },
    onSuccess: async (_nothing, files) => {
      tell(texts.documents.uploaded(files.length));
      await queryClient.invalidateQueries({ queryKey: ['documents', projectId] });
    },
  });
  const send = (files: readonly File[]): void => {
    if (files.length > 0) sending.mutate(files);
  };
  const drop = async (items: readonly DropItem[]): Promise<void> => {
    setFolders(items.filter(isDirectoryDropItem).map(({ name }) => name));
    send(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())));
  };
  const choose = (files: readonly File[]): void => {
    setFolders([]);
    send(files);
  };
  return (
    <DropZone className="drop" aria-label={texts.documents.dropHere} onDrop={({ items }) => void drop(items)}>
      {sending.isPending ? (
        <>
          <p role="status">{texts.documents.uploading(sending.variables.length)}</p>
          <Progress label={texts.documents.upload} share={share} />
          <Button size="small" onPress={() => controller.current.abort()}>
            {texts.cancel}
          </Button>
        </>
      ) : (
        <>
          <p>{texts.documents.drop}</p>
          <FileTrigger allowsMultiple onSelect={(files) => choose([...(files ?? [])])}>
            <Button look="primary">{texts.documents.upload}</Button>
          </FileTrigger>
          <p className="soft small">{texts.documents.dropHint}</p>
        </>
      )}
      <div role="alert">
        {folders.length > 0 && <p className="notice bad">{texts.documents.noFolders(folders)}</p>}
      </div>
      <UploadRefusal
        error={sending.error?.name === 'AbortError' ? null : sending.error}
        files={sending.variables ?? []}
      />
    </DropZone>
  );
}

/** Of a file that is chosen again and was not changed, the same. */
function looksOf({ name, type, size, lastModified }: File): readonly unknown[] {
  return [name, type, size, lastModified];
}

interface RefusalProps {
  readonly error: unknown;
  readonly files: readonly File[];
}

/** Says which of the files were refused, and why. */
function UploadRefusal({ error, files }: RefusalProps): JSX.Element {
  const refused = refusedFiles(error, files);
  if (refused.length === 0) return <Refusal error={error} />;
  return (
    <div role="alert" className="notice bad">
      <p>{texts.documents.nothingUploaded}</p>
      <ul>
        {refused.map(({ name, reason }, n) => (
          <li key={`${n} ${name}`}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
