import type { PatchOperation, VersionDiff } from '@pks/contracts';
import { whyNotBpmn } from './bpmn.ts';
import { jsonDiff } from './json-diff.ts';
import { textDiff } from './text-diff.ts';
import { yieldToOtherThreads } from './thread-priority.ts';

/** Two versions of an artifact to be compared; contents are JSON. */
export interface Comparison {
  readonly slug: string;
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
}

yieldToOtherThreads();

// The tasks of the content thread, each with one argument: see `ContentThread`.

/** Why a text is not BPMN 2.0 XML; undefined if it is, or is empty. */
export function bpmnFault(xml: string): string | undefined {
  return whyNotBpmn(xml);
}

/** The difference of two versions, as JSON of a `VersionDiff`. */
export function versionDiff({ slug, from, to, before, after }: Comparison): string {
  const [old, current] = [contentIn(before), contentIn(after)];
  if (typeof old === 'string' && typeof current === 'string') {
    const name = (version: number): string => `${slug} version ${version}`;
    return jsonOf({ from, to, unified: textDiff(old, current, name(from), name(to)), operations: null });
  }
  return jsonOf({ from, to, unified: null, operations: jsonDiff(old, current) });
}

interface Difference {
  readonly from: number;
  readonly to: number;
  readonly unified: string | null;
  readonly operations: readonly PatchOperation[] | null;
}

function jsonOf({ from, to, unified, operations }: Difference): string {
  const format = unified === null ? 'json_patch' : 'unified';
  const diff: VersionDiff = { from, to, format, unified, operations };
  return JSON.stringify(diff);
}

function contentIn(json: string): unknown {
  return JSON.parse(json);
}
