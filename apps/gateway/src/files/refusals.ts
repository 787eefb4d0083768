/** The client did not wait for the answer. */
export class ClientGone extends Error {}

/** What was announced does not come. */
export class ArrivalTimeout extends Error {
  static readonly CODE = 'ARRIVAL_TIMEOUT';
  readonly code = ArrivalTimeout.CODE;
}

/** The body is no form. */
export class NoForm extends Error {
  static readonly CODE = 'NO_FORM';
  readonly code = NoForm.CODE;
}

/** A file, or the fields beside the files, are larger than is taken. */
export class UploadTooLarge extends Error {
  static readonly CODE = 'UPLOAD_TOO_LARGE';
  readonly code = UploadTooLarge.CODE;
}

/** The part of a file that is asked for is not there. */
export class RangeNotThere extends Error {
  static readonly CODE = 'RANGE_NOT_THERE';
  readonly code = RangeNotThere.CODE;
}
