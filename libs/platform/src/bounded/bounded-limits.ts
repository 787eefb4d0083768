/** The limits of a bounded process. */
export interface BoundedLimits {
  /** From its start to its end. */
  readonly seconds: number;
  /** Resident memory. 1 MB = 2^20 bytes. */
  readonly memoryMb: number;
}
