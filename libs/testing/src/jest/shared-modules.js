import Runtime from 'jest-runtime';

/** The modules that are shared: packages, and the libraries, which keep no state in their modules. */
const SHARED = /\/node_modules\/|\/libs\/(?:contracts|platform)\/src\/(?!.*\.spec\.ts)/;
/** The modules that Jest itself loads for a test file: `expect` and the like, but not the runner of its tests, which begins anew with each file. */
const OF_JEST = /\/node_modules\/(?!jest-circus\/)/;
const REGISTRIES = { moduleRegistry: SHARED, esModuleRegistry: SHARED, internalModuleRegistry: OF_JEST };

let first;

/**
 * Jest's runtime, which loads the modules of packages and libraries once for each worker: every test file has its own instances
 * of all others. Shared modules belong to the runtime of the first file, which lives as long as the worker.
 */
class SharedModules extends Runtime {
  constructor(...args) {
    super(...args);
    if (first) this.#takeOver(first);
    else first = this;
  }

  #takeOver({ registries }) {
    for (const [name, shared] of Object.entries(REGISTRIES))
      for (const [path, module] of registries[name])
        if (shared.test(path)) this.registries[name].set(path, module);
  }

  /** The first runtime keeps loading code, because packages may load a module of theirs later. */
  leaveTestCode() {
    if (this !== first) super.leaveTestCode();
  }

  teardown() {
    if (this === first) this.restoreAllMocks();
    else super.teardown();
  }
}

export { SharedModules as 'module.exports' };
