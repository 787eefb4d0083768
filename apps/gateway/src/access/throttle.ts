import { Throttled } from '@pks/platform/process';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts the requests of each credential, where the installation limits them; each gateway counts its own. */
export class Throttle {
  private readonly limiter: RateLimiterMemory | undefined;

  constructor(perMinute: number | undefined) {
    if (perMinute !== undefined) this.limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /** More requests than the installation allows a credential are refused (decisions 1, Rate limit). @throws Throttled */
  async take(credentialId: string): Promise<void> {
    if (!this.limiter) return;
    try {
      await this.limiter.consume(credentialId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Throttled(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    }
  }
}
