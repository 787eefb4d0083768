import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import * as contracts from '@pks/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { plainToInstance } from 'class-transformer';
import { validate, validateSync } from 'class-validator';
import fc from 'fast-check';
import { objectsOf } from '../../test/fixtures/inputs.ts';
import { MakeThing } from '../../test/fixtures/things.contract.ts';
import { Invalid } from '../errors/fault.ts';
import { parserOf } from './parser.ts';

type Message = contracts.MessageClass;

const MESSAGES: readonly Message[] = [...Object.values(contracts).filter(isMessage), MakeThing];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RULES = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false };

function isMessage(value: unknown): value is Message {
  return typeof value === 'function' && String(value).startsWith('class');
}

/** The sentence of each invalid field, by its path in the message. */
function refusals(message: Message, input: unknown): Map<string, string> {
  try {
    parserOf(message).parse(input);
    return new Map();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const fields = Object.entries(error.data.fields ?? {});
    return new Map(fields.map(([key, [sentence = '']]) => [key.split('.')[0] ?? '', sentence]));
  }
}

function refusalsOfClassValidator(message: Message, input: unknown): Map<string, string | undefined> {
  const options = { ...RULES, stopAtFirstError: true };
  const errors = validateSync(plainToInstance<object, unknown>(message, input), options);
  return new Map(errors.map(({ property, constraints = {} }) => [property, Object.values(constraints)[0]]));
}

describe('the parser', () => {
  it('refuses what class-validator refuses, with its sentences, and nothing else', () => {
    let [accepted, refused] = [0, 0];
    for (const message of MESSAGES) {
      const plain = contracts.fieldsOf(message).filter(({ nested }) => !nested);
      const property = fc.property(objectsOf(contracts.schemaOf(message)), (input) => {
        const [ours, theirs] = [refusals(message, input), refusalsOfClassValidator(message, input)];
        for (const { name } of plain) {
          if (ours.has(name)) refused += 1;
          else accepted += 1;
        }
        const isSame = plain.every(({ name }) => ours.get(name) === theirs.get(name));
        return isSame && ours.size === theirs.size && [...ours.keys()].every((name) => theirs.has(name));
      });
      fc.assert(property, { numRuns: 200 });
    }
    expect(accepted + refused).toBeGreaterThan(100_000);
    expect(refused).toBeGreaterThan(10_000);
  });

  it('returns only what the JSON Schema of the message describes', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv, ['email', 'date', 'date-time']).addFormat('uuid', UUID);
    for (const message of MESSAGES) {
      const fits = ajv.compile(contracts.schemaOf(message));
      const property = fc.property(objectsOf(contracts.schemaOf(message)), (input) => {
        if (refusals(message, input).size > 0) return;
        expect(fits(parserOf(message).parse(input))).toBe(true);
      });
      fc.assert(property, { numRuns: 30 });
    }
  });
});

describe("Nest's ValidationPipe", () => {
  it('refuses what the parser refuses, of each message, and nothing else', async () => {
    const pipe = new ValidationPipe({ ...RULES, transform: true });
    for (const message of MESSAGES) {
      const metadata: ArgumentMetadata = { type: 'body', metatype: message };
      const property = fc.asyncProperty(objectsOf(contracts.schemaOf(message)), async (input) => {
        const isRefused = await pipe.transform(input, metadata).then(
          () => false,
          () => true,
        );
        expect(isRefused).toBe(refusals(message, input).size > 0);
      });
      await fc.assert(property, { numRuns: 10 });
    }
  });
});

describe('any message', () => {
  it('is refused by validate() without its required fields', async () => {
    for (const message of MESSAGES) {
      const required = contracts.fieldsOf(message).filter((field) => field.required);
      const errors = await validate(new message(), { forbidUnknownValues: false });
      expect(errors.map(({ property }) => property).sort()).toEqual(required.map(({ name }) => name).sort());
    }
    const [title] = await validate(Object.assign(new contracts.CreateArtifact(), { title: 'x'.repeat(256) }));
    expect(title?.constraints).toEqual({ maxLength: 'Ensure this field has no more than 255 characters.' });
  });
});

describe('what a sentence quotes', () => {
  it.each(['$value', '$property', '$target', '$constraint1', '$&'])('is quoted unchanged (%s)', (text) => {
    const message = `"${text}" is not a valid choice.`;
    expect(refusals(MakeThing, { name: 'a', colour: text }).get('colour')).toBe(message);
    expect(refusals(MakeThing, { name: 'a', colours: ['red', text] }).get('colours')).toBe(message);
  });
});
