import { beforeEach, describe, expect, it } from '@jest/globals';
import { EVERY_PROJECT, NO_PROJECT } from '../calls/project-scope.ts';
import { ScopeSettings } from './scope-settings.ts';

const [START, COMMIT, ROLLBACK, SELECT] = ['START TRANSACTION', 'COMMIT', 'ROLLBACK', 'SELECT 1'];
const BEGIN = { statement: '', values: [], text: 'BEGIN' };
const setProject = (project: string) => ({ statement: 'pks_set_project', values: [project] });
const setRole = (scope: string, role: string) => ({ statement: 'pks_set_role', values: [scope, role] });

let settings: ScopeSettings;

beforeEach(() => {
  settings = new ScopeSettings('service');
});

/** What is sent for a statement that is sent at once. */
function sent(text: string, scope = 'a'): unknown[] {
  return settings.absorbs(text) ? [] : [...settings.before(text, scope), text];
}

describe('what is sent before a statement', () => {
  it('is its scope, each time, outside a transaction', () => {
    expect([sent(SELECT), sent(SELECT)]).toEqual([
      [setProject('a'), SELECT],
      [setProject('a'), SELECT],
    ]);
  });

  it('is nothing without a project', () => {
    expect(sent(SELECT, NO_PROJECT)).toEqual([SELECT]);
  });

  it('begins a transaction with its first statement, and sets the scope once', () => {
    expect([START, SELECT, SELECT, COMMIT].map((text) => sent(text))).toEqual([
      [],
      [BEGIN, setProject('a'), SELECT],
      [SELECT],
      [COMMIT],
    ]);
  });

  it.each([COMMIT, ROLLBACK])(
    'is nothing for a transaction without statements, nor is its %s sent',
    (end) => {
      expect([sent(START), sent(end), sent(SELECT)]).toEqual([[], [], [setProject('a'), SELECT]]);
    },
  );

  it('is nothing for the end of a transaction whose first statement waited, and that end is sent', () => {
    expect([START, SELECT, COMMIT].map((text) => settings.absorbs(text))).toEqual([true, false, false]);
    expect([SELECT, COMMIT].map((text) => settings.before(text, 'a'))).toEqual([
      [BEGIN, setProject('a')],
      [],
    ]);
  });

  it('leaves the role for every project, and returns to it', () => {
    expect([START, SELECT].map((text) => sent(text, EVERY_PROJECT))).toEqual([
      [],
      [BEGIN, setRole(EVERY_PROJECT, 'none'), SELECT],
    ]);
    expect(sent(SELECT)).toEqual([setRole('a', 'service'), SELECT]);
  });

  it('is the scope with the role after a savepoint was rolled back to, as either may have been set since', () => {
    const texts = [START, SELECT, 'ROLLBACK TO SAVEPOINT work_1', SELECT];
    expect(texts.map((text) => sent(text)).slice(2)).toEqual([
      ['ROLLBACK TO SAVEPOINT work_1'],
      [setRole('a', 'service'), SELECT],
    ]);
  });
});
