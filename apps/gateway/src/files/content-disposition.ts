/** Characters that a quoted string in a header may not contain, or that some clients read as an escape. */
const UNSAFE = /[^ !#$&'()*+,\-.0-9:;<=>?@A-Z[\]^_`a-z{|}~]/gu;
/** Characters that `encodeURIComponent` leaves unencoded, but RFC 8187 requires to be encoded. */
const LEFT = /['()*]/g;

/** Offers a file for saving under its name, whatever characters the name contains (RFC 6266). */
export function attachmentNamed(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    LEFT,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replace(UNSAFE, '_')}"; filename*=UTF-8''${encoded}`;
}
