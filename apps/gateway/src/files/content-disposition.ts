/** What a header may not have in quotes, or what some clients take for an escape. */
const UNSAFE = /[^ !#$&'()*+,\-.0-9:;<=>?@A-Z[\]^_`a-z{|}~]/gu;
/** What encodeURIComponent leaves, and RFC 8187 does not. */
const LEFT = /['()*]/g;

/** Offers a file to be saved under its name, whatever that holds (RFC 6266). */
export function attachmentNamed(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    LEFT,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replace(UNSAFE, '_')}"; filename*=UTF-8''${encoded}`;
}
