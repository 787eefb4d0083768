import type { Field, PlaceInItem, Rule } from '@pks/contracts';
import {
  type ValidationArguments,
  ValidationTypes,
  type ValidatorConstraintInterface,
  getMetadataStorage,
} from 'class-validator';

/** A rule that a value breaks: where in the value, and the sentence for it. */
export interface BrokenRule {
  readonly place: readonly number[];
  readonly sentence: string;
}

interface Check {
  readonly rule: Rule;
  readonly constraint: ValidatorConstraintInterface;
}

/**
 * The rules of one field, taken from class-validator's metadata once instead of at each call. Applies them as
 * `validateSync` does with `stopAtFirstError`, and reports which item of a list breaks a rule.
 */
export class FieldRules {
  private readonly conditions: readonly Rule[];
  private readonly checks: readonly Check[];
  private readonly itemChecks: readonly Check[];

  constructor({ rules, nested }: Field) {
    this.conditions = rules.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
    const checks = [...rules.filter(isFirst), ...rules.filter((rule) => !isFirst(rule))].flatMap(checksOf);
    this.checks = checks.filter(({ rule }) => !rule.each);
    this.itemChecks = nested ? [] : checks.filter(({ rule }) => rule.each);
  }

  /** The first rule that a value breaks, if any. The items of a nested list are checked by the parser of their message. */
  brokenBy(value: unknown): BrokenRule | undefined {
    for (const { constraints } of this.conditions) {
      if (!(constraints[0] as Condition)(NO_MESSAGE, value)) return undefined;
    }
    const broken = firstBroken(this.checks, value);
    if (broken) return { place: [], sentence: sentenceOf(broken.rule, value) };
    return Array.isArray(value) && this.itemChecks.length > 0 ? this.brokenByItems(value) : undefined;
  }

  /** Goes rule by rule, as class-validator does: finds the first rule that any item breaks, and the first item that breaks it. */
  private brokenByItems(items: readonly unknown[]): BrokenRule | undefined {
    for (const check of this.itemChecks) {
      const index = items.findIndex((item) => firstBroken([check], item) !== undefined);
      if (index === -1) continue;
      const [{ rule }, item] = [check, items[index]];
      return { place: [index, ...placeIn(rule, item)], sentence: sentenceOf(rule, [item]) };
    }
    return undefined;
  }
}

/** Stands for the message: the rules of a field do not look at other fields. */
const NO_MESSAGE = Object.freeze({});

type Condition = (message: object, value: unknown) => boolean;

/** class-validator applies `IsDefined` before all other rules. */
function isFirst({ type }: Rule): boolean {
  return type === ValidationTypes.IS_DEFINED;
}

function checksOf(rule: Rule): Check[] {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  return constraints.map(({ instance }) => ({ rule, constraint: instance }));
}

function firstBroken(checks: readonly Check[], value: unknown): Check | undefined {
  for (const check of checks) {
    if (check.constraint.validate(value, argumentsOf(check.rule, value)) !== true) return check;
  }
  return undefined;
}

function placeIn({ context }: Rule, item: unknown): readonly number[] {
  return (context as PlaceInItem | undefined)?.placeIn(item) ?? [];
}

/** The message as the rule declares it: class-validator would replace `$value` and the like in texts that it quotes. */
function sentenceOf(rule: Rule, value: unknown): string {
  return typeof rule.message === 'function' ? rule.message(argumentsOf(rule, value)) : rule.message;
}

function argumentsOf({ propertyName: property, constraints }: Rule, value: unknown): ValidationArguments {
  return { value, constraints, property, object: NO_MESSAGE, targetName: '' };
}
