import { describe, expect, it } from '@jest/globals';
import {
  begun,
  blankFor,
  fitsForm,
  holdsSomething,
  moved,
  numberIn,
  removed,
  replaced,
  withField,
  withoutField,
} from './shapes.ts';

describe('the form of a payload', () => {
  it('begins with the usual fields where the payload is empty, and else with its own', () => {
    expect(begun('playbook_list', [])).toEqual([{ title: '', when: '', steps: [''] }]);
    expect(begun('mental_map', {})).toMatchObject({ title: '' });
    expect(begun('design_template_list', [])).toEqual([{ title: '', description: '' }]);
    expect(begun('mental_map', { root: 1 })).toEqual({ root: 1 });
  });

  it('shows lists and objects of up to 500 values', () => {
    expect(fitsForm([{ title: 'a' }])).toBe(true);
    expect(fitsForm(Array.from({ length: 499 }, () => 'a'))).toBe(true);
    expect(fitsForm(Array.from({ length: 500 }, () => 'a'))).toBe(false);
    expect(fitsForm('text')).toBe(false);
    expect(fitsForm(null)).toBe(false);
  });
});

describe('a new row', () => {
  it('has the fields of the last one, empty', () => {
    const last = { title: 'Fares', steps: ['One'], by: { name: 'Jon' }, days: 3, isDaily: true, until: null };
    expect(blankFor('playbooks', last)).toEqual({
      title: '',
      steps: [],
      by: { name: '' },
      days: 0,
      isDaily: false,
      until: '',
    });
  });

  it('is a text in an empty list, but a node among nodes', () => {
    expect(blankFor('steps', undefined)).toBe('');
    for (const name of ['children', 'nodes']) expect(blankFor(name, undefined)).toEqual({ label: '' });
  });
});

describe('a number that is typed', () => {
  it('is one once its text is', () => {
    expect(['3', '-1.5', '1e3', ' 7 '].map(numberIn)).toEqual([3, -1.5, 1000, 7]);
    expect(['', ' ', '-', '1e999'].map(numberIn)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('the rows of a list', () => {
  it('are replaced, removed and moved, and stay where there is no place to move to', () => {
    expect(replaced(['a', 'b'], 1, 'c')).toEqual(['a', 'c']);
    expect(removed(['a', 'b', 'c'], 1)).toEqual(['a', 'c']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  });
});

describe('what is removed', () => {
  it('holds something where there is more in it than a new row has', () => {
    expect(holdsSomething({ title: ' ', days: 0, isOpen: false, steps: ['', []] })).toBe(false);
    for (const some of ['a', 1, true, { steps: ['', 'Pump.'] }]) expect(holdsSomething(some)).toBe(true);
  });

  it('is put back among the fields where it was, unless there is another one of its name', () => {
    const fields = { title: 'Fire', when: 'Smoke', steps: [] };
    const left = withoutField(fields, 'when');
    expect(Object.keys(left)).toEqual(['title', 'steps']);
    expect(Object.keys(withField(left, 1, 'when', 'Smoke'))).toEqual(['title', 'when', 'steps']);
    expect(withField({ when: 'Flames' }, 0, 'when', 'Smoke')).toEqual({ when: 'Flames' });
    expect(Object.entries(withField({}, 0, 'constructor', 'Smoke'))).toEqual([['constructor', 'Smoke']]);
  });
});
