import type { Field, MessageClass } from '@pks/contracts';
import { Invalid, NotFound, Parser, fromText } from '@pks/platform/process';
import type { FastifyRequest } from 'fastify';
import { isPlainText } from './json-text.ts';

/** Reads the parameters of one route's path. */
export class PathReader {
  private readonly parser: Parser<object>;

  constructor(
    message: MessageClass,
    private readonly fields: readonly Field[],
  ) {
    this.parser = Parser.of(message, fields);
  }

  /** Whether the parameters are well-formed. */
  fits(request: FastifyRequest): boolean {
    try {
      this.read({ params: paramsOf(request) });
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  /** @throws NotFound for a malformed parameter: nothing with such a name exists. */
  read({ params }: { readonly params: Readonly<Record<string, string>> }): Readonly<Record<string, unknown>> {
    try {
      const texts = this.fields.map((field) => [field, params[field.name] ?? ''] as const);
      if (!texts.every(([field, text]) => isPlainText(text) && isNumber(field, text))) throw new NotFound();
      const given = texts.map(([field, text]) => [field.name, fromText(field, text)] as const);
      return { ...this.parser.parse(Object.fromEntries(given)) };
    } catch (error) {
      if (error instanceof Invalid) throw new NotFound();
      throw error;
    }
  }
}

/** A number in a path is only digits: with a sign, as queries allow it, the same thing would have a second address. */
function isNumber({ schema }: Field, text: string): boolean {
  return schema.type !== 'integer' || /^\d+$/.test(text);
}

/** A router's parameters are texts. */
function paramsOf({ params }: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params ?? {}).map(([name, text]) => [name, String(text)]));
}
