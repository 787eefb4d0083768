/** The client disconnected before the answer. */
export class ClientGone extends Error {}

/** The rest of the body does not arrive. */
export class ArrivalTimeout extends Error {}

/** The body arrives too slowly. */
export class ArrivalTooSlow extends ArrivalTimeout {}

/** The body is not a form. */
export class NoForm extends Error {
  static readonly CODE = 'NO_FORM';
  readonly code = NoForm.CODE;
}

/** A file, or the fields beside the files, exceed the limit. */
export class UploadTooLarge extends Error {
  static readonly CODE = 'UPLOAD_TOO_LARGE';
  readonly code = UploadTooLarge.CODE;
}

/** The file does not have the requested part. */
export class RangeNotThere extends Error {
  static readonly CODE = 'RANGE_NOT_THERE';
  readonly code = RangeNotThere.CODE;
}
