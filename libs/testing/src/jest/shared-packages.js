import Runtime from 'jest-runtime';

const REGISTRIES = ['moduleRegistry', 'esModuleRegistry'];
const isOfPackage = (path) => path.includes('/node_modules/');

let first;

/**
 * Jest's runtime, which loads the modules of packages once for each worker: every test file has its own instances of the
 * project's modules, and of no others. The packages belong to the runtime of the first file, which lives as long as the worker.
 */
class SharedPackages extends Runtime {
  constructor(...args) {
    super(...args);
    if (first) this.#takeOver(first);
    else first = this;
  }

  #takeOver({ registries }) {
    for (const name of REGISTRIES)
      for (const [path, module] of registries[name])
        if (isOfPackage(path)) this.registries[name].set(path, module);
  }

  /** Packages may load a module of theirs later. */
  leaveTestCode() {
    if (this !== first) super.leaveTestCode();
  }

  teardown() {
    if (this === first) this.restoreAllMocks();
    else super.teardown();
  }
}

export { SharedPackages as 'module.exports' };
