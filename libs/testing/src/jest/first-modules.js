/**
 * Before each test file: what belongs to the worker's first (`shared-modules.js`). The libraries; and a package that Nest
 * imports only when it needs it, whose classes would otherwise differ between Nest and a later file.
 */
import '@nestjs/microservices';
import '@pks/contracts';
import '@pks/platform';
