import { asElements } from './isolated.ts';
import type { Body } from './mailer.ts';
import { oneLine } from './one-line.ts';

/** An address under a label. */
interface Link {
  readonly label: string;
  readonly url: string;
}

/** The content of an e-mail, from top to bottom. All of it is plain text: markup in it is escaped. */
export interface Sheet {
  readonly subject: string;
  /** Shown beside the subject in lists of e-mails. */
  readonly preview: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** A person's own words, set apart, with their lines and paragraphs. */
  readonly quote?: string;
  readonly action?: Link;
  /** Lines for copying, shown verbatim. */
  readonly listing?: string;
  /** Paragraphs in small print. */
  readonly notes: readonly string[];
  /** A link in small print, at the end. */
  readonly lastLink?: Link;
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";
const PRODUCT = 'Project Knowledge';

/** For clients with a dark mode; others use the styles of the elements. */
const DARK = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #14171c !important; }
    .card { background: #1e232b !important; border-color: #323a46 !important; }
    .ink { color: #e8ebf0 !important; }
    .faint { color: #a3adbb !important; }
    .rule { border-color: #323a46 !important; }
    .link { color: #8ab4ff !important; }
    .listing { background: #14171c !important; border-color: #323a46 !important; color: #e8ebf0 !important; }
  }
  @media (max-width: 480px) { .pad { padding: 24px 20px !important; } .page-pad { padding: 16px 8px !important; } }`;

/**
 * Lays an e-mail out as text and as HTML. The HTML loads nothing, and is legible in narrow windows and in dark mode. Each paragraph is
 * one line of the text.
 */
export function layOut(written: Sheet): Body {
  const sheet = {
    ...written,
    subject: oneLine(written.subject),
    preview: oneLine(written.preview),
    title: oneLine(written.title),
    paragraphs: written.paragraphs.map(oneLine),
  };
  return { subject: sheet.subject, text: textOf(sheet), html: htmlOf(sheet) };
}

function textOf({ title, paragraphs, quote, action, listing, notes, lastLink }: Sheet): string {
  const quoted =
    quote === undefined
      ? undefined
      : linesOf(quote)
          .map((line) => `> ${line}`.trimEnd())
          .join('\n');
  const last = lastLink === undefined ? undefined : `${lastLink.label}: ${lastLink.url}`;
  const blocks = [title, ...paragraphs, quoted, action?.url, listing, ...notes, last];
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`;
}

function htmlOf(sheet: Sheet): string {
  const { subject, preview, title, paragraphs, quote, action, listing, notes, lastLink } = sheet;
  const content = [
    `<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:22px;line-height:1.3;font-weight:600;color:#1b2430;overflow-wrap:anywhere">${sentence(title)}</h1>`,
    ...paragraphs.map(paragraph),
    ...(quote === undefined ? [] : [quotation(quote)]),
    ...(action ? [button(action)] : []),
    ...(listing === undefined ? [] : [block(listing)]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f4f7">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0">${sentence(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f4f7">
<tr><td class="page-pad" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;table-layout:fixed">
<tr><td class="faint" style="padding:0 4px 12px;${FONT};font-size:14px;font-weight:600;color:#566172">${PRODUCT}</td></tr>
<tr><td class="card pad" style="padding:32px;background:#ffffff;border:1px solid #dde2e9;border-radius:12px">
${content.join('\n')}
<div class="rule" style="margin:24px 0 16px;border-top:1px solid #dde2e9;line-height:0;font-size:0">&nbsp;</div>
${[...notes.map(note), ...(lastLink ? [smallLink(lastLink)] : [])].join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.55;color:#1b2430;overflow-wrap:anywhere">${sentence(text)}</p>`;
}

/** Each line has the direction of its first letter. */
function quotation(text: string): string {
  const lines = linesOf(text)
    .map((line) => `<div dir="auto">${line.trim() === '' ? '<br>' : escaped(line)}</div>`)
    .join('\n');
  return `<blockquote class="ink rule" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #dde2e9;${FONT};font-size:16px;line-height:1.55;color:#1b2430;overflow-wrap:anywhere">${lines}</blockquote>`;
}

function note(text: string): string {
  return `<p class="faint" style="margin:0 0 8px;${FONT};font-size:13px;line-height:1.5;color:#566172;overflow-wrap:anywhere">${escaped(text)}</p>`;
}

function smallLink({ label, url }: Link): string {
  return `<p class="faint" style="margin:0 0 8px;${FONT};font-size:13px;line-height:1.5;color:#566172"><a class="link" href="${escaped(url)}" style="color:#1f5fd0">${escaped(label)}</a></p>`;
}

function button({ label, url }: Link): string {
  const href = escaped(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td style="border-radius:8px;background:#1f5fd0">
<a href="${href}" style="display:inline-block;padding:13px 24px;${FONT};font-size:16px;font-weight:600;line-height:1.2;color:#ffffff;text-decoration:none;border-radius:8px">${escaped(label)}</a>
</td></tr></table>
<p class="faint" style="margin:0;${FONT};font-size:13px;line-height:1.5;color:#566172;overflow-wrap:anywhere">If the button does not work, open this address:<br><a class="link" href="${href}" style="color:#1f5fd0;word-break:break-all">${href}</a></p>`;
}

function block(text: string): string {
  return `<pre class="listing" style="margin:0;padding:14px 16px;background:#f2f4f7;border:1px solid #dde2e9;border-radius:8px;${MONO};font-size:13px;line-height:1.55;color:#1b2430;white-space:pre-wrap;overflow-wrap:anywhere">${escaped(text)}</pre>`;
}

function linesOf(text: string): readonly string[] {
  return text.trim().split(/\r\n|[\r\n\u2028\u2029]/);
}

/** Escapes a text, and turns its isolated names into elements. */
function sentence(text: string): string {
  return asElements(escaped(text));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
