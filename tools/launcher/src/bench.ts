import { runProgram } from './program.ts';

await runProgram('tools/bench/src/bench.ts');
