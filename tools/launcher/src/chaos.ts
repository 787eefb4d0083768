import { runProgram } from './program.ts';

await runProgram('tools/chaos/src/main.ts');
