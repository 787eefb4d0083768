import type { Message, MessageSummary } from './message.ts';

/** The style of the pages; it follows the light or dark mode of the machine. */
export const STYLE = `
:root { color-scheme: light dark; --page: #f2f4f7; --card: #fff; --ink: #1b2430; --faint: #566172; --rule: #dde2e9; --link: #1f5fd0; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171c; --card: #1e232b; --ink: #e8ebf0; --faint: #a3adbb; --rule: #323a46; --link: #8ab4ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.3; }
h2 { margin: 2rem 0 .5rem; font-size: 1rem; }
.faint { color: var(--faint); font-size: .875rem; }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; overflow: hidden; }
ul { list-style: none; margin: 0; padding: 0; }
li + li { border-top: 1px solid var(--rule); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .75rem 1.25rem; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: var(--page); }
li strong, li .to { grid-column: 1; } li time { grid-column: 2; grid-row: 1; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
dt { color: var(--faint); } dd { margin: 0; }
iframe { display: block; width: 100%; height: 40rem; border: 0; background: #fff; }
pre { margin: 0; padding: 1rem 1.25rem; white-space: pre-wrap; font: .85rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
.empty { padding: 2rem 1.25rem; }
@media (max-width: 30rem) { li a { grid-template-columns: 1fr; } li time { grid-column: 1; grid-row: auto; } dl { grid-template-columns: 1fr; } }
`;

/** The page of all mails. */
export function listPage(messages: readonly MessageSummary[]): string {
  const rows = messages.map(
    ({ id, subject, to, received_at }) =>
      `<li><a href="/messages/${id}"><strong>${escaped(subject || '(no subject)')}</strong>
<span class="to faint">to ${escaped(to.join(', '))}</span> ${time(received_at)}</a></li>`,
  );
  const content =
    rows.length === 0
      ? '<p class="empty faint">Nothing was sent yet. Load this page again after something was.</p>'
      : `<ul>${rows.join('\n')}</ul>`;
  return page(
    'Mail',
    `<h1>Mail</h1>
<p class="faint">E-mails that the product sends are stored here, and delivered to no one. <a href="/api/messages">As JSON</a></p>
<main class="card">${content}</main>`,
  );
}

/** The page of a mail: its HTML in a sandbox, its text, and a link to its source. */
export function messagePage(message: Message): string {
  const { id, subject, from, to, received_at, html, text } = message;
  const frame = `<h2>HTML</h2>
<div class="card"><iframe title="The HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${id}/html"></iframe></div>`;
  return page(
    subject || '(no subject)',
    `<p><a href="/">All mail</a></p>
<h1>${escaped(subject || '(no subject)')}</h1>
<dl>
<dt>From</dt><dd>${escaped(from)}</dd>
<dt>To</dt><dd>${escaped(to.join(', '))}</dd>
<dt>Came</dt><dd>${time(received_at)}</dd>
</dl>
<main>${html === '' ? '' : frame}
<h2>Text</h2>
<div class="card"><pre>${escaped(text)}</pre></div>
</main>
<p class="faint"><a href="/messages/${id}/source">Its source</a> · <a href="/api/messages/${id}">As JSON</a></p>`,
  );
}

/** The HTML of a mail, whose links open in a new tab. */
export function framed(html: string): string {
  return html.replace(/<head>/i, '<head><base target="_blank">');
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
${content}
</body>
</html>
`;
}

function time(iso: string): string {
  return `<time class="faint" datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
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
