import type { Clock } from '../time/clock.ts';
import { type CallerSeal, SEAL_LIFETIME_MS, type SealedService } from './caller-seal.ts';

/** What this process proves to other services with: the sealed name of its service, sealed again before it expires. */
export class ServiceCredential {
  private current: SealedService | undefined;
  /** Milliseconds since the epoch. */
  private renewAt = 0;

  constructor(
    private readonly name: string,
    private readonly seal: CallerSeal,
    private readonly clock: Clock,
  ) {}

  /** Valid for at least half of a seal's lifetime. */
  get sealed(): SealedService {
    const now = this.clock.now().getTime();
    if (this.current !== undefined && now < this.renewAt) return this.current;
    this.renewAt = now + SEAL_LIFETIME_MS / 2;
    return (this.current = this.seal.sealService(this.name));
  }
}
