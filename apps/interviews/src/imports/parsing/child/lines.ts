/** The lines of a text, without the white space around each. */
export function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    yield text.slice(from, end).trim();
    from = end + 1;
  }
  yield text.slice(from).trim();
}
