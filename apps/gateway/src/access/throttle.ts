import { Throttled } from '@pks/platform/process';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Limits the rate of each credential, if a limit is configured. Each gateway counts its own requests. */
export class Throttle {
  private readonly limiter: RateLimiterMemory | undefined;

  constructor(perMinute: number | undefined) {
    if (perMinute !== undefined) this.limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /** Counts one request (decisions 1, Rate limit). @throws Throttled beyond the configured rate. */
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
