const FORM = { schema: { type: 'object', additionalProperties: true } };

/** A form that is accepted and ignored, in the document. */
export const IGNORED_FORM: Record<string, unknown> = {
  description:
    'Mail clients send `List-Unsubscribe=One-Click` (RFC 8058). The content of the form is ignored.',
  required: false,
  content: { 'multipart/form-data': FORM, 'application/x-www-form-urlencoded': FORM },
};
