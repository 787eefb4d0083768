import { ApiError, Unreachable } from '@pks/client';

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
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : reject(errorOf(request)));
    request.onerror = () => reject(new Unreachable(undefined));
    request.onabort = () => reject(new DOMException('Aborted.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function errorOf(request: XMLHttpRequest): ApiError {
  const body: unknown = request.response;
  const sentence = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : '';
  const requestId = request.getResponseHeader('x-request-id') ?? undefined;
  return new ApiError(
    request.status,
    sentence || `The service answered ${request.status}.`,
    {},
    body,
    requestId,
  );
}
