import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

/** Where packages register, on the global object, what a test file declares; the next file declares its own. */
const REGISTERED = ['classValidatorMetadataStorage', 'typeormMetadataArgsStorage'];
/** Where Jest keeps the handlers of test events: each file has its own, which would otherwise be called for later files, too. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');

let kept;

/**
 * The environment of Node, shared by all test files of a worker, so that they can share modules (`shared-modules.js`). Each
 * file begins with the environment variables and global functions with which the worker was started, and with the
 * registrations of shared modules.
 */
export default class OneContext extends TestEnvironment {
  constructor(config, context) {
    if (kept) return kept;
    super(config, context);
    this.variables = { ...this.global.process.env };
    this.functions = functionsOf(this.global);
    kept = this;
  }

  /** Shared modules are loaded when the first test file begins. */
  async handleTestEvent({ name }) {
    if (name === 'setup') this.shared ??= copiesOf(this.global);
  }

  async teardown() {
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!Object.hasOwn(this.variables, name)) delete env[name];
    Object.assign(env, this.variables);
    // A spy on a fake timer, undone after the fake clock, would leave the next file a timer that never fires.
    for (const [name, property] of this.functions) Object.defineProperty(this.global, name, property);
    if (this.shared) Object.assign(this.global, copiesOf(this.shared));
    delete this.global[HANDLERS];
  }
}

/** The global functions, such as timers and `Date`, as properties. */
function functionsOf(global) {
  return Object.entries(Object.getOwnPropertyDescriptors(global)).filter(
    ([, { value, configurable }]) => typeof value === 'function' && configurable,
  );
}

function copiesOf(storages) {
  return Object.fromEntries(REGISTERED.map((name) => [name, copyOf(storages[name])]));
}

/** A copy of a storage, with lists of its own that can be added to. */
function copyOf(storage) {
  const lists = Object.entries(storage).map(([name, value]) => [name, copyOfLists(value)]);
  return Object.assign(Object.create(Object.getPrototypeOf(storage)), Object.fromEntries(lists));
}

function copyOfLists(value) {
  if (Array.isArray(value)) return [...value];
  if (!types.isMap(value)) return value;
  return new value.constructor([...value].map(([key, list]) => [key, copyOfLists(list)]));
}
