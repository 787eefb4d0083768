import type { Case } from '../case.ts';
import { bpmnAttributes } from './bpmn.ts';
import { diffs } from './diffs.ts';
import { appends, crowds, filters, lists, searches } from './full-speed.ts';
import { hostileFiles, manyColumns, zipBombs } from './hostile-files.ts';
import { repeatedInvites } from './invites.ts';
import { keysOfReads, keysOfWrites } from './keys.ts';
import { largeUploads } from './large-uploads.ts';
import { mailedTokens, rightLogins, wrongLogins } from './logins.ts';
import { longReadings } from './long-readings.ts';
import { deepJson, hugeQueries, manyHeaders, manyParts, smuggling } from './malformed.ts';
import { markdown } from './markdown.ts';
import { slowUploads } from './slow-uploads.ts';
import { streams, tokens } from './streams.ts';
import { texts } from './texts.ts';
import { documentation, openBodies, slowSenders } from './without-credential.ts';

/** Every case. Cases that leave work for the product to do later come last. */
export const CASES: readonly Case[] = [
  rightLogins,
  wrongLogins,
  mailedTokens,
  openBodies,
  documentation,
  slowSenders,
  keysOfReads,
  keysOfWrites,
  streams,
  tokens,
  repeatedInvites,
  lists,
  searches,
  filters,
  appends,
  crowds,
  smuggling,
  deepJson,
  manyHeaders,
  hugeQueries,
  manyParts,
  bpmnAttributes,
  texts,
  markdown,
  slowUploads,
  largeUploads,
  diffs,
  zipBombs,
  manyColumns,
  hostileFiles,
  longReadings,
];
