import { TestEnvironment } from 'jest-environment-node';

/** What packages register on the global object of whatever a test file declares; the next file declares its own. */
const REGISTERED = ['classValidatorMetadataStorage', 'typeormMetadataArgsStorage'];

let kept;

/**
 * The environment of Node, once for all test files of a worker, so that they can share packages (`shared-packages.js`). Each
 * file begins with the variables of the environment that the worker was started with.
 */
export default class OneContext extends TestEnvironment {
  constructor(config, context) {
    if (kept) return kept;
    super(config, context);
    this.variables = { ...this.global.process.env };
    kept = this;
  }

  async teardown() {
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!Object.hasOwn(this.variables, name)) delete env[name];
    Object.assign(env, this.variables);
    for (const name of REGISTERED) delete this.global[name];
  }
}
