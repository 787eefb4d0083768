/** How many tokens of language models some work may still use; its tokens also count for the work that it is part of. */
export class TokenBudget {
  private spent = 0;

  constructor(
    private readonly most: number,
    private readonly whole?: TokenBudget,
  ) {}

  get used(): number {
    return this.spent;
  }

  get left(): number {
    return Math.max(0, Math.min(this.most - this.spent, this.whole?.left ?? Infinity));
  }

  spend(tokens: number): void {
    this.spent += tokens;
    this.whole?.spend(tokens);
  }
}
