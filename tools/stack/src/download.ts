/** How long to wait for a server's answer, so that a machine that cannot reach it soon tries another server. Milliseconds. */
const ANSWERS_WITHIN_MS = 10_000;
/** A download of which nothing arrives for this long is given up. Milliseconds. */
const STANDS_STILL_FOR_MS = 30_000;
const REPORT_EVERY_MS = 5_000;

/** How a program is fetched: where to log the progress, and the signal that ends it. */
export interface Fetching {
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Downloads the content of an address, for however long some of it keeps arriving, and logs every five seconds how much has arrived.
 * @throws Error naming the host if it cannot be reached, refuses, stops sending or breaks off; the signal's reason once that is aborted.
 */
export async function download(
  address: string,
  { onLog, signal }: Fetching,
  standsStillForMs = STANDS_STILL_FOR_MS,
): Promise<Buffer> {
  const { host } = new URL(address);
  const silence = new AbortController();
  const giveUp = (): void => silence.abort(new Error(`${host} sends nothing`));
  const ended = AbortSignal.any([signal, silence.signal]);
  const answering = setTimeout(giveUp, ANSWERS_WITHIN_MS);
  const response = await fetch(address, { signal: ended })
    .catch(failing(`${host} cannot be reached`, ended))
    .finally(() => clearTimeout(answering));
  if (!response.ok) throw new Error(`${host} answered ${response.status} for ${address}`);
  const chunks: Uint8Array[] = [];
  const reporting = setInterval(() => onLog(`${megabytes(chunks)} MB have arrived.`), REPORT_EVERY_MS);
  const moving = setTimeout(giveUp, standsStillForMs);
  const keep = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    moving.refresh();
  };
  await response.body
    ?.pipeTo(new WritableStream({ write: keep }))
    .catch(failing(`the download from ${host} broke off`, ended))
    .finally(() => {
      clearInterval(reporting);
      clearTimeout(moving);
    });
  return Buffer.concat(chunks);
}

/** Throws the reason why the download was ended, if it was; otherwise an error with the sentence. */
function failing(sentence: string, ended: AbortSignal): () => never {
  return () => {
    ended.throwIfAborted();
    throw new Error(sentence);
  };
}

function megabytes(chunks: readonly Uint8Array[]): string {
  return (chunks.reduce((sum, { length }) => sum + length, 0) / 1e6).toFixed(1);
}
