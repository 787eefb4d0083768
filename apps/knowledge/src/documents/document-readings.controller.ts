import {
  type DocumentReference,
  type FailedReading,
  type FinishedReading,
  type ReadSections,
  documentReadings,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { DocumentReadingsService } from './document-readings.service.ts';

/** Answers the service that reads documents. */
@Serves(documentReadings)
export class DocumentReadingsController implements Service<typeof documentReadings> {
  constructor(private readonly readings: DocumentReadingsService) {}

  begin(request: DocumentReference) {
    return this.readings.begin(request);
  }

  keep(request: ReadSections) {
    return this.readings.keep(request);
  }

  finish(request: FinishedReading) {
    return this.readings.finish(request);
  }

  fail(request: FailedReading) {
    return this.readings.fail(request);
  }

  interrupt(request: DocumentReference) {
    return this.readings.interrupt(request);
  }
}
