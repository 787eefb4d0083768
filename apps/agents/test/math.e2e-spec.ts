import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCaller } from '@pks/testing';
import { type RunningDataAgents, runningDataAgents } from './running-data-agents.ts';

describe('the calculator', () => {
  let service: RunningDataAgents;
  beforeAll(async () => {
    service = await runningDataAgents();
  });
  afterAll(() => service.stop());

  const caller = aCaller();
  const calculate = (parameters: object) => service.runTool('math', { ...parameters }, caller);

  it.each([
    ['12% * 350', 42, 'number'],
    ['3 km / 20 minutes to km/h', '9 km / h', 'unit'],
  ])('evaluates %s', async (expression, result, type) => {
    await expect(calculate({ expression })).resolves.toEqual([{ expression, result, type }]);
  });

  it.each([
    [{ expression: '1 +' }, 'syntax_error', 'execution_error'],
    [{ expression: 'import("fs")' }, 'unknown_name', 'execution_error'],
    [{ expression: 'cos.constructor("return process")' }, 'not_available', 'execution_error'],
    [{ expression: 'ones(100, 100)' }, 'too_large', 'execution_error'],
    [{}, 'missing_parameter', 'validation_error'],
    [{ expression: 5 }, 'invalid_parameter', 'validation_error'],
    [{ expression: '1'.repeat(10_001) }, 'invalid_parameter', 'validation_error'],
    [{ expression: '1', precision: 3 }, 'unknown_parameter', 'validation_error'],
  ])('refuses %.60j', async (parameters, error_code, error_type) => {
    await expect(calculate(parameters)).rejects.toMatchObject({
      data: { kind: 'invalid', details: { error_code, error_type, status: 'error' } },
    });
  });
});
