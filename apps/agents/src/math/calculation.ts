import { Injectable } from '@nestjs/common';
import { Text } from '@pks/contracts';
import { NoSettings, configurationOf } from '../kinds/configurations.ts';
import { ToolError } from '../kinds/tool-errors.ts';
import {
  type PreparedTool,
  type RunTerms,
  type ToolKind,
  type ToolResults,
  type ToolSettings,
  prepared,
} from '../kinds/tool-kind.ts';
import { Evaluators } from './evaluators.ts';

class Expression {
  @Text({
    max: 10_000,
    description:
      'What to calculate, with units where there are any: "12% * 350", "3 km / 20 minutes to km/h", "mean(4, 8, 9)". "min" and "sec" are functions: write "minutes" and "seconds".',
  })
  readonly expression!: string;
}

/** Tools that evaluate expressions. These contain no code, and none leaves anything to the next. */
@Injectable()
export class Calculation implements ToolKind {
  readonly isAvailable = true;

  constructor(private readonly evaluators: Evaluators) {}

  prepare({ configuration }: ToolSettings): PreparedTool {
    configurationOf(NoSettings, configuration);
    return prepared(Expression, (given, terms) => this.calculate(given, terms));
  }

  private async calculate({ expression }: Expression, terms: RunTerms): Promise<ToolResults> {
    const answer = await this.evaluators.evaluate(expression, terms);
    if (answer.kind === 'refused') throw ToolError.of(answer.code, answer.sentence);
    if (answer.kind === 'ready') throw new Error('An evaluating process gave no value.');
    return [{ expression, result: answer.result, type: answer.type }];
  }
}
