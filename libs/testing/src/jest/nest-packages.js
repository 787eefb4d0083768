/**
 * Before each test file: packages that Nest imports when it first needs them, and files by themselves. Nest belongs to the
 * worker's first file (`shared-packages.js`): so must these, or their classes would differ between Nest and a later file.
 */
import '@nestjs/microservices';
