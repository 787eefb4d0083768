type Json = Record<string, unknown>;

/** A part of a form that is one value in JSON: described as the text that is sent, because a list would mean a part for each item. */
export function jsonPart(value: Json): Json {
  const { description = '', default: usual, examples, ...contentSchema } = value;
  return {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema,
    ...(usual === undefined ? {} : { default: JSON.stringify(usual) }),
    description: `As JSON. ${String(description)}`.trimEnd(),
    ...(Array.isArray(examples) ? { examples: examples.map((one) => JSON.stringify(one)) } : {}),
  };
}
