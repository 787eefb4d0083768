/** For code that parses hostile input in processes of its own; other services do not load it. */
export * from './bounded/bounded-limits.ts';
export * from './bounded/bounded-process.ts';
export * from './bounded/bounded-run.ts';
export * from './bounded/bounded-runs.ts';
export * from './bounded/json-line.ts';
export * from './bounded/lines.ts';
export * from './bounded/resident-memory.ts';
