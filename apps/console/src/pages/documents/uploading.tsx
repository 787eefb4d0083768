import { type JSX, useState } from 'react';
import {
  type DropItem,
  DropZone,
  FileTrigger,
  isDirectoryDropItem,
  isFileDropItem,
} from 'react-aria-components';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/form.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { refusedFiles } from './refused-files.ts';
import { useUploads } from './uploads.ts';

interface Props {
  readonly userId: string;
  readonly projectId: string;
}

/** Uploads files that are dropped or chosen, with the progress. */
export function Uploading({ userId, projectId }: Props): JSX.Element {
  const { upload, uploads } = useUploads(userId, projectId);
  const [folders, setFolders] = useState<readonly string[]>([]);
  const send = (files: readonly File[]): void => {
    if (files.length > 0) uploads.send(files);
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
      {upload.isPending ? (
        <>
          <p role="status">{texts.documents.uploading(upload.files.length)}</p>
          <Progress label={texts.documents.upload} share={upload.share} />
          <Button size="small" onPress={uploads.cancel}>
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
        {folders.length > 0 && (
          <p className="notice bad">
            <Sentence>{texts.documents.noFolders(folders)}</Sentence>
          </p>
        )}
      </div>
      <UploadRefusal error={upload.error} files={upload.files} />
    </DropZone>
  );
}

interface RefusalProps {
  readonly error: unknown;
  readonly files: readonly File[];
}

/** Lists the refused files with the reasons. */
function UploadRefusal({ error, files }: RefusalProps): JSX.Element {
  const refused = refusedFiles(error, files);
  if (refused.length === 0) return <Refusal error={error} />;
  return (
    <div role="alert" className="notice bad">
      <p>{texts.documents.nothingUploaded}</p>
      <ul>
        {refused.map(({ name, reason }, n) => (
          <li key={`${n} ${name}`}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            : {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
