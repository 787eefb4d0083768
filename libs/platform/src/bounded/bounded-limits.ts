/** The limits of a bounded process. */
export interface BoundedLimits {
  /** From its start to its end. */
  readonly seconds: number;
  /**
   * Of the processor, in whole seconds, by all of its threads. With this limit, `seconds` is no fault of the input: a busy machine may
   * give a process little of its time. An answer that somebody waits for has none.
   */
  readonly processorSeconds?: number;
  /** Resident memory. 1 MB = 2^20 bytes. */
  readonly memoryMb: number;
}
