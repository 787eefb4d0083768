/** The limits of a bounded process. */
export interface BoundedLimits {
  /** From the start of the process to its end. */
  readonly seconds: number;
  /**
   * Processor time of all its threads together, in whole seconds. With this limit, exceeding `seconds` is not the input's fault: a
   * busy machine may give a process little time. Not set where somebody waits for the answer.
   */
  readonly processorSeconds?: number;
  /** Resident memory. 1 MB = 2^20 bytes. */
  readonly memoryMb: number;
}
