/**
 * Loaded before each test file, so that these modules belong to the worker's first file (`shared-modules.js`): the
 * libraries, and a package that Nest imports only when it needs it, whose classes would otherwise differ between Nest and
 * a later file.
 */
import '@nestjs/microservices';
import '@pks/contracts';
import '@pks/platform';
