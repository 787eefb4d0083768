import { describe, expect, it } from '@jest/globals';
import { TokenBudget } from './token-budget.ts';

describe('a budget of tokens', () => {
  it('has what it has not spent, and never less than nothing', () => {
    const budget = new TokenBudget(100);
    budget.spend(70);
    expect([budget.used, budget.left]).toEqual([70, 30]);
    budget.spend(70);
    expect([budget.used, budget.left]).toEqual([140, 0]);
  });

  it('counts for the whole that it is a part of, and has no more than that', () => {
    const whole = new TokenBudget(100);
    const [one, other] = [new TokenBudget(80, whole), new TokenBudget(80, whole)];
    one.spend(60);
    expect([whole.used, whole.left, one.left, other.left]).toEqual([60, 40, 20, 40]);
  });
});
