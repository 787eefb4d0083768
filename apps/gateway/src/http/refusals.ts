import { TOO_LATE } from './unreadable.ts';

/** The client disconnected before the answer. */
export class ClientGone extends Error {}

/** A request refused for a reason of HTTP; its answer has the sentence. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The rest of the body did not arrive in time. */
export class ArrivalTimeout extends Refused {
  constructor(sentence = TOO_LATE) {
    super(408, sentence);
  }
}

/** The body arrives too slowly. */
export class ArrivalTooSlow extends ArrivalTimeout {
  constructor() {
    super('The upload arrived too slowly: it has to average 16 KiB a second.');
  }
}

/** A file, or the fields beside the files, exceeded the limit. */
export class UploadTooLarge extends Refused {
  constructor() {
    super(413, 'A file is larger than 100 MiB, or the other fields than 1 MiB.');
  }
}

/** The body is not a form. */
export class NoForm extends Refused {
  constructor() {
    super(415, 'Send the body as multipart/form-data.');
  }
}

/** A compressed body is refused: a small one may be huge once it is decompressed. */
export class UnsupportedCoding extends Refused {
  constructor() {
    super(415, 'Send the body without a Content-Encoding.');
  }
}

/** A body in another charset than UTF-8 is refused: it would be read as a different text, or not at all. */
export class UnsupportedCharset extends Refused {
  constructor() {
    super(415, 'Send the body in UTF-8.');
  }
}

/** The file does not have the requested part. */
export class RangeNotThere extends Refused {
  constructor() {
    super(416, 'The file has no such part.');
  }
}
