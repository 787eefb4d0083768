import { describe, expect, it } from '@jest/globals';
import { queryOf, selected, statement } from './statement.ts';

describe('a statement that names its parameters', () => {
  const named = statement(
    'named',
    `SELECT :word::text, :project_id::uuid FROM things WHERE project_id = :project_id AND list[1:2] = '{}'`,
  );

  it('numbers them by where they first occur, and leaves casts and slices alone', () => {
    expect(named.text).toBe(
      `SELECT $1::text, $2::uuid FROM things WHERE project_id = $2 AND list[1:2] = '{}'`,
    );
    expect(named.parameters).toEqual(['word', 'project_id']);
  });

  it('takes its values by name, and ignores others', () => {
    expect(queryOf(named, { project_id: 'p', word: null, other: 1 }).values).toEqual([null, 'p']);
    expect(queryOf(named, { project_id: 'p', word: undefined }).values).toEqual([undefined, 'p']);
  });

  it('refuses to run when one is missing', () => {
    expect(() => queryOf(named, { project_id: 'p' })).toThrow('named needs a value for :word.');
    expect(() => queryOf(named, ['a', 'b'])).toThrow('named needs its values by name.');
  });

  it('does not number them itself', () => {
    expect(() => statement('mixed', 'SELECT :a, $2')).toThrow(
      'mixed names some parameters and numbers others.',
    );
  });
});

it('selects each column from its expression', () => {
  expect(selected({ id: 's.id', context: 's.context::text' })).toBe('s.id AS id, s.context::text AS context');
});

describe('a statement that numbers its parameters', () => {
  it('accepts its values in their order', () => {
    const numbered = statement('numbered', 'SELECT $1::text, $2');
    expect(numbered.text).toBe('SELECT $1::text, $2');
    expect(queryOf(numbered, ['a', 2]).values).toEqual(['a', 2]);
    expect(() => queryOf(numbered, { a: 1 })).toThrow('numbered needs its values by number.');
  });
});
