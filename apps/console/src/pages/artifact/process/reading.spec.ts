import { describe, expect, it } from '@jest/globals';
import { Unreadable, definitionsOf } from './elements.ts';
import type { Item, Model, Scope } from './model.ts';
import { stepsInOrder } from './order.ts';
import { aProcess, aTask, document, flow } from './process.builder.ts';
import { shownProcess } from './processes.ts';
import { readingOf } from './reading.ts';

function modelOf(xml: string): Model {
  return readingOf(definitionsOf(xml)).model;
}

function scopeOf(...elements: readonly string[]): Scope {
  const { pools } = modelOf(aProcess(...elements));
  const scope = pools[0]?.scope;
  if (!scope) throw new Error('There is no process.');
  return scope;
}

function named({ items }: Scope, name: string): Item {
  const item = items.find((one) => one.name === name);
  if (item === undefined) throw new Error(`There is no ${name}.`);
  return item;
}

describe('the elements of a process', () => {
  it.each([
    ['<userTask name="x"/>', 'activity', 'User task', 'user'],
    ['<callActivity name="x"/>', 'activity', 'Call activity', null],
    ['<adHocSubProcess name="x"/>', 'activity', 'Ad hoc subprocess', null],
    ['<startEvent name="x"><timerEventDefinition/></startEvent>', 'event', 'Start event', 'timer'],
    [
      '<endEvent name="x"><errorEventDefinition/><signalEventDefinition/></endEvent>',
      'event',
      'End event',
      'multiple',
    ],
    ['<eventBasedGateway name="x"/>', 'gateway', 'Event based gateway', 'eventBased'],
    ['<dataStoreReference name="x"/>', 'store', 'Data store reference', null],
    ['<textAnnotation><text> x </text></textAnnotation>', 'annotation', 'Text annotation', null],
    ['<choreographyTask name="x"/>', 'activity', 'Choreography task', null],
  ])('%s has its form, its kind in words and its mark', (xml, form, kind, mark) => {
    expect(named(scopeOf(xml), 'x')).toMatchObject({ form, kind, mark });
  });

  it('have the lines and the markers of their notation', () => {
    const scope = scopeOf(
      '<task id="host" name="host"><multiInstanceLoopCharacteristics isSequential="true"/></task>',
      '<boundaryEvent name="late" attachedToRef="host" cancelActivity="false"><timerEventDefinition/></boundaryEvent>',
      '<subProcess name="on error" triggeredByEvent="true"/>',
      '<endEvent name="done"/>',
    );
    expect(named(scope, 'host').markers).toEqual(['sequential']);
    expect(named(scope, 'late')).toMatchObject({ line: 'double-dashed', host: named(scope, 'host') });
    expect(named(scope, 'on error')).toMatchObject({ line: 'dotted', isSubprocess: true });
    expect(named(scope, 'done').line).toBe('thick');
  });

  it('are connected by what flows, with defaults and conditions', () => {
    const scope = scopeOf(
      '<exclusiveGateway id="g" name="g" default="g-a"/>',
      aTask('a'),
      aTask('b'),
      flow('g>a', 'no'),
      '<sequenceFlow sourceRef="a" targetRef="b"><conditionExpression>x</conditionExpression></sequenceFlow>',
      flow('g>nowhere'),
    );
    expect(scope.flows).toMatchObject([
      { kind: 'sequence', name: 'no', from: { name: 'g' }, to: { name: 'a' }, isDefault: true },
      { from: { name: 'a' }, to: { name: 'b' }, isDefault: false, isConditional: true },
    ]);
  });

  it('are conditional where they leave an activity, and have an arrow unless they are associations without one', () => {
    const condition = '<conditionExpression>x</conditionExpression>';
    const association = (direction: string) =>
      `<association sourceRef="a" targetRef="t" associationDirection="${direction}"/>`;
    const scope = scopeOf(
      '<exclusiveGateway id="g" name="g"/><textAnnotation id="t"/>',
      aTask('a'),
      `<sequenceFlow sourceRef="g" targetRef="a">${condition}</sequenceFlow>`,
      association('None'),
      association('One'),
    );
    expect(scope.flows).toMatchObject([
      { kind: 'sequence', isConditional: false, hasArrow: true },
      { kind: 'association', hasArrow: false },
      { kind: 'association', hasArrow: true },
    ]);
  });

  it('are listed as they can be reached, also from the border of an activity', () => {
    const scope = scopeOf(
      '<boundaryEvent id="e" name="late" attachedToRef="b"/>',
      ...['d', 'c', 'b', 'a'].map(aTask),
      flow('a>b'),
      flow('b>c'),
      flow('c>b'),
      flow('e>d'),
    );
    expect(stepsInOrder(scope).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'late', 'd']);
  });
});

describe('a collaboration', () => {
  it('has a pool for each participant, with lanes, and messages between them', () => {
    const { pools, flows } = modelOf(
      document(
        `<collaboration id="c"><participant id="x" name="Passenger"/><participant id="y" name="Crew" processRef="p"/>
         <messageFlow name="ticket" sourceRef="x" targetRef="a"/></collaboration>
         <process id="p"><laneSet><lane name="Ramp"><flowNodeRef>a</flowNodeRef></lane></laneSet>${aTask('a')}</process>`,
      ),
    );
    expect(pools).toMatchObject([
      { item: { name: 'Passenger', form: 'pool' }, scope: null },
      { item: { name: 'Crew' }, scope: { lanes: [{ item: { name: 'Ramp', form: 'lane' } }] } },
    ]);
    expect([...(pools[1]?.scope?.lanes[0]?.members ?? [])].map(({ name }) => name)).toEqual(['a']);
    expect(flows).toMatchObject([{ kind: 'message', name: 'ticket', to: { name: 'a' } }]);
  });
});

describe('a text', () => {
  it.each([
    ['<definitions', { reason: 'malformed', line: 1 }],
    [aProcess('<task id="a"'), { reason: 'malformed', line: 3 }],
    [aProcess(aTask('a')).replace(/<.process>[^]*/, ''), { reason: 'malformed', line: 3 }],
    ['', { reason: 'malformed' }],
    ['<html/>', { reason: 'no-bpmn' }],
    [aProcess(' '.repeat(1_000_000)), { reason: 'too-long' }],
    [aProcess('<task/>'.repeat(30_000)), { reason: 'too-long' }],
    [aProcess('<subProcess>'.repeat(50_000)), { reason: 'too-deep' }],
  ])('that is no process has a fault that says why', (xml, fault) => {
    expect(shownProcess(xml)).toMatchObject({ fault });
    expect(() => definitionsOf(xml)).toThrow(Unreadable);
  });

  it('declares no entities, and loads none', () => {
    const xml = `<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>${aProcess('<task name="&a;"/>')}`;
    expect(shownProcess(xml)).toMatchObject({ fault: { reason: 'malformed' } });
  });

  it('shows what is connected, whatever it is, and nothing of what extends BPMN', () => {
    const scope = scopeOf(
      aTask('a'),
      '<robotStep id="r" name="r"/><property id="q" name="q"/>',
      '<extensionElements><task name="x"/></extensionElements><y:task xmlns:y="urn:y" name="y"/>',
      flow('a>r'),
    );
    expect(scope.items).toMatchObject([{ name: 'a' }, { name: 'r', form: 'other', kind: 'Robot step' }]);
  });

  it('may have ids that an object has anyway, repeated ids, and none', () => {
    const scope = scopeOf(
      '<task id="__proto__" name="a"/>',
      '<task id="constructor" name="b"/>',
      '<task id="constructor" name="c"/>',
      '<task name="d"/>',
      flow('__proto__>constructor'),
    );
    expect(scope.items.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(scope.flows).toHaveLength(1);
  });

  it('with subprocesses deeper than anybody draws is read, not followed to its end', () => {
    const shown = shownProcess(aProcess('<subProcess>'.repeat(90), aTask('a'), '</subProcess>'.repeat(90)));
    expect(shown).toMatchObject({ steps: 21 });
  });

  it('with too many elements is not drawn, and says how many there are', () => {
    const many = Array.from({ length: 2_501 }, (_one, index) => aTask(`t${index}`));
    expect(shownProcess(aProcess(...many))).toMatchObject({ diagram: null, size: 2_501 });
  });
});
