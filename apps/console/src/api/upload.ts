import { RETRIES, errorOf, withRetries } from '@pks/client';

interface Upload {
  readonly projectId: string;
  readonly files: readonly File[];
  readonly idempotencyKey: string;
  /** Called with the share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads files, with the client's retries. By `XMLHttpRequest`, because `fetch` does not report the progress of sending.
 * @throws ApiError or Unreachable
 */
export async function upload(given: Upload): Promise<void> {
  const send = (): Promise<Response> => sendOnce(given);
  const response = await withRetries({ isSafe: true, signal: given.signal, send }, RETRIES);
  if (!response.ok) throw await errorOf(response);
}

function sendOnce({ projectId, files, idempotencyKey, onProgress, signal }: Upload): Promise<Response> {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1/projects/${encodeURIComponent(projectId)}/documents/bulk-upload/`);
    request.setRequestHeader('x-session', 'cookie');
    request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new Error('No answer came.'));
    request.onabort = () => reject(new DOMException('Aborted.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

const HEADERS = ['x-request-id', 'retry-after'];

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.responseText, { status: request.status, headers });
}
