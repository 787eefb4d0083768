import { describe, expect, it } from '@jest/globals';
import { REQUIRED, UNKNOWN } from '@pks/contracts';
import {
  Conflict,
  DeadlineExceeded,
  Fault,
  Forbidden,
  Invalid,
  NotFound,
  NotPossible,
  Unavailable,
} from '@pks/platform';
import { ToolError, asToolError } from './tool-errors.ts';

function dataOf(error: unknown): unknown {
  return error instanceof Fault ? error.data : error;
}

describe('what ended a run', () => {
  it.each([
    [Invalid.field('query', REQUIRED), 'validation_error', 'missing_parameter'],
    [Invalid.field('colour', UNKNOWN), 'validation_error', 'unknown_parameter'],
    [Invalid.field('top_k', 'A valid integer is required.'), 'validation_error', 'invalid_parameter'],
    [new NotPossible('Not now.'), 'validation_error', 'invalid_parameter'],
    [new NotFound(), 'execution_error', 'not_found'],
    [new DeadlineExceeded(), 'timeout_error', 'time_limit'],
  ])(
    'keeps its kind, sentence and fields, and gets the shape of tools: %s',
    (fault, error_type, error_code) => {
      const { message } = fault.data;
      const details = { error_type, error_code, status: 'error', message };
      expect(dataOf(asToolError(fault))).toEqual({ ...fault.data, details });
    },
  );

  it.each([new Unavailable(), new Forbidden(), new Conflict('Changed.'), new Error('A defect.')])(
    'is unchanged where it is not of the tool: %s',
    (error) => expect(asToolError(error)).toBe(error),
  );

  it('is an error of a tool once', () => {
    const error = ToolError.of('syntax', 'The expression ends too early.');
    expect(asToolError(error)).toBe(error);
    expect(error.data).toEqual({
      kind: 'invalid',
      message: 'The expression ends too early.',
      details: {
        error_type: 'execution_error',
        error_code: 'syntax',
        status: 'error',
        message: 'The expression ends too early.',
      },
    });
  });

  it('says nothing that cannot be recorded', () => {
    const { message } = ToolError.of('syntax', `Unexpected "\u0000".${'x'.repeat(10_000)}`).data;
    expect([message.slice(0, 16), message.length]).toEqual(['Unexpected " ".x', 4_000]);
  });

  it('may be the installation, or the time', () => {
    expect(ToolError.notConfigured().data).toMatchObject({
      kind: 'invalid',
      details: { error_type: 'configuration_error', error_code: 'not_configured' },
    });
    expect(ToolError.timedOut(30).data).toMatchObject({
      kind: 'deadline_exceeded',
      message: 'The tool did not finish within 30 seconds.',
      details: { error_type: 'timeout_error', error_code: 'time_limit', status: 'error' },
    });
  });
});
