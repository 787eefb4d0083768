import { type ApiError, Unreachable, errorOf } from '@pks/client';

interface Upload {
  readonly projectId: string;
  readonly files: readonly File[];
  /** How much has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads files. By `XMLHttpRequest`, because `fetch` does not say how much has been sent.
 * @throws ApiError or Unreachable
 */
export function upload({ projectId, files, onProgress, signal }: Upload): Promise<void> {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1/projects/${encodeURIComponent(projectId)}/documents/bulk-upload/`);
    request.setRequestHeader('x-session', 'cookie');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : void refusalOf(request).then(reject, reject));
    request.onerror = () => reject(new Unreachable(undefined));
    request.onabort = () => reject(new DOMException('Aborted.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function refusalOf(request: XMLHttpRequest): Promise<ApiError> {
  const requestId = request.getResponseHeader('x-request-id');
  const headers = requestId === null ? {} : { 'x-request-id': requestId };
  return errorOf(new Response(request.responseText, { status: request.status, headers }));
}
