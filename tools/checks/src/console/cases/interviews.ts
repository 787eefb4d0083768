import { strict as assert } from 'node:assert';
import { rows } from '../../smoke/client.ts';
import { until } from '../../smoke/product.ts';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import { assigned } from './assigned.ts';

test('an admin assigns an interview in a campaign, renames it, reminds, and deletes', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/interviews');
  await admin.button('Assign an interview').click();
  await admin.fill('What is it about?', 'How the ramp is cleared of snow');
  await admin.fill('Questions, one a line', 'Who begins?\nWith what?');
  await admin.dialog.getByRole('button', { name: 'Assign an interview' }).click();
  await admin.dialog.locator('.field-error').first().waitFor();
  const others = admin.dialog.getByLabel('E-mails of others, separated by commas');
  await others.fill('crew@elsewhere.test, captain@bridge');
  await admin.dialog.getByRole('button', { name: 'Assign an interview' }).click();
  await admin.dialog.getByText('captain@bridge: Enter a valid email').waitFor();
  await others.fill('');
  await admin.dialog.getByText(CONTRIBUTOR).click();
  await admin.fill('Campaign (for several people)', 'Winter');
  await page.getByLabel('Remind those who have not answered').check();
  await admin.answer('Assign an interview');
  await admin.sees('1 interview is assigned.');
  const campaign = page.locator('details', { has: page.getByText('Winter', { exact: true }) });
  await campaign.locator('summary').click();
  await campaign.getByText('0 of 1 completed').first().waitFor();
  await campaign.getByRole('button', { name: 'Rename the campaign' }).click();
  assert.equal(await admin.dialog.getByLabel('Name').getAttribute('maxlength'), '255');
  await admin.dialog.getByLabel('Name').fill('Deep winter');
  await admin.answer('Save');
  await admin.sees('The campaign is renamed.');
  await admin.link('How the ramp is cleared of snow').click();
  await admin.sees('Only the person to whom it is assigned can answer.');
  await admin.button('Send a reminder').click();
  await admin.sees('The reminder is on its way.');
  await admin.button('Stop the reminders').click();
  await admin.answer('Stop the reminders');
  await admin.sees('The reminders are stopped.');
  await page.getByText('Reminders are stopped', { exact: true }).waitFor();
  await admin.counts(admin.button('Stop the reminders'), 0);
  await admin.button('Delete').click();
  await admin.answer('Delete');
  await admin.sees('The interview is deleted.');
  await admin.counts(admin.link('How the ramp is cleared of snow'), 0);
});

test('a reminder is offered also while an invited person has not joined, and says so', async (open) => {
  const path = await assigned('Lashing the cars', {
    assignee_ids: [],
    invite_emails: ['lasher@elsewhere.test'],
  });
  const admin = await open(ADMIN);
  await admin.open(path);
  await admin.button('Send a reminder').click();
  await admin.sees('The invited person has not joined the project yet.');
});

test('when an interview is sent is said, and until then nobody is reminded of it', async (open) => {
  const scheduled_send_at = '2090-01-31T12:00:00.000Z';
  const path = await assigned('Breaking the ice', { scheduled_send_at, reminders_enabled: true });
  const admin = await open(ADMIN, { timezoneId: 'Europe/Berlin' });
  await admin.open(path);
  await admin.page.getByText('The e-mail about it will be sent on Jan 31, 2090, 1:00 PM').waitFor();
  await admin.button('Stop the reminders').waitFor();
  await admin.isNotOffered('Send a reminder');
});

test('a refusal calls fields and values as the console does', async (open) => {
  const admin = await open(ADMIN);
  await admin.open('/interviews');
  await admin.button('Assign an interview').click();
  await admin.fill('What is it about?', 'Night ferries');
  await admin.dialog.getByRole('button', { name: 'Assign an interview' }).click();
  await admin.sees('Name at least one person, here or in “E-mails of others, separated by commas”.');
  await admin.dialog.getByLabel('E-mails of others, separated by commas').fill(VIEWER);
  await admin.dialog.getByRole('button', { name: 'Assign an interview' }).click();
  await admin.sees('Interviews are assigned to members with the profile “Tech” or “Contributor”.');
  await admin.page.route('**/interviews/assign/', (route) => {
    const sentence = 'A `global` interview can only be assigned to admins.';
    return route.fulfill({ status: 400, json: { error: sentence, write_scope: [sentence] } });
  });
  await admin.dialog.getByRole('button', { name: 'Assign an interview' }).click();
  await admin.sees('What is said may be written into an artifact: A `global` interview can only');
});

test('a transcript is imported, and read like an interview', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/interviews');
  await admin.button('Import a transcript').click();
  const transcript = page.getByLabel('Transcript', { exact: true });
  const choose = async (name: string, text: string): Promise<void> => {
    const chosen = page.waitForEvent('filechooser');
    await admin.button('Choose a file').click();
    await (await chosen).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') });
  };
  await choose('call.docx', 'PK\u0000');
  await admin.sees('“call.docx” is not a text file');
  await choose('call.txt', 'Jørn: Hei');
  await until('it is read', async () => (await transcript.inputValue()) === 'Jørn: Hei');
  await transcript.fill('Moderator: Who moors?\nAnna Lie: Whoever stands next to the bollard.\n');
  await admin.dialog.getByLabel('Name', { exact: true }).fill('Mooring');
  await admin.answer('Import');
  await admin.sees('The transcript is being read.');
  await admin.link('Mooring').first().click();
  await until('it has been read', async () => {
    await page.reload();
    await admin.hasLoaded();
    return (await page.getByText('next to the bollard').count()) > 0;
  });
  await admin.sees(/Anna Lie/);
});

test('a transcript that cannot be read is said to be so, in the list, too', async (open) => {
  const name = 'Minutes of the jackdaws';
  await demo.as(ADMIN)('/interviews/import/', {
    name,
    transcript: '{"not": "a transcript"}',
    format: 'json',
  });
  const admin = await open(ADMIN);
  await admin.open('/interviews');
  const row = admin.page.locator('.rows-row', { hasText: name });
  await until('it was tried', async () => {
    await admin.page.reload();
    await admin.hasLoaded();
    return (await row.getByText('Could not be read').count()) > 0;
  });
  assert.equal(await row.getByText('Imported').count(), 0);
});

test('an interview is taken by whoever it was assigned to, and read by admins', async (open) => {
  const path = await assigned('Opening the ramp');
  const member = await open(CONTRIBUTOR);
  const { page } = member;
  await member.open('/interviews');
  await member.link('Assigned to me').waitFor();
  await member.isNotOffered('Assign an interview', 'Import a transcript');
  await member.link('Opening the ramp').click();
  await member.fill('Your answer', 'We look whether anybody stands on it.');
  await member.button('Send').click();
  // An answer that is being sent has no time yet.
  const answer = page.locator('.bubble.mine', { hasText: 'stands on it', has: page.locator('time') });
  await answer.waitFor();
  await page.reload();
  await answer.waitFor();
  await member.isNotOffered('Delete', 'Send a reminder');
  await member.fill('Your answer', 'And at the gulls.');
  await member.button('Finish the interview').click();
  await member.sees('What you have typed is not sent yet');
  await member.answer('Cancel');
  await member.fill('Your answer', '');
  await member.button('Finish the interview').click();
  await member.answer('Finish the interview');
  await member.sees('The interview is finished. Thank you.');

  const admin = await open(ADMIN);
  await admin.open(path);
  await admin.sees('Completed');
  await admin.page.locator('.bubble', { hasText: 'stands on it' }).waitFor();
});

test('an interview that is open in two tabs shows in both what is asked next', async (open) => {
  const path = await assigned('Greasing the winch');
  const member = await open(CONTRIBUTOR);
  const other = await member.context.newPage();
  await member.open(path);
  await other.goto(member.page.url());
  await other.getByText('What first?').waitFor();
  await member.fill('Your answer', 'The old grease is wiped off.');
  await member.button('Send').click();
  await member.sees('And then?');
  await other.getByText('And then?').waitFor();
});

test('what an admin says may be written into an artifact', async (open) => {
  const users = rows(await demo.as(ADMIN)(`/users/?search=${ADMIN}`));
  const self = (users[0]?.['user'] ?? {}) as Readonly<Record<string, unknown>>;
  const path = await assigned('Tying the knots', { assignee_ids: [self['id']], write_scope: 'global' });
  await demo.as(ADMIN)(`${path}/messages/`, { content: 'Two half hitches.' });
  await demo.as(ADMIN)(`${path}/complete/`, {});
  const admin = await open(ADMIN);
  await admin.open(path);
  await admin.button('Write into an artifact').click();
  await admin.dialog.getByLabel('Artifact').selectOption({ label: 'General Knowledge' });
  await admin.answer('Write into an artifact');
  await admin.sees(/Written as version \d+/);
  await admin.page.locator('article.card', { hasText: 'Two half hitches.' }).waitFor();
});

test('reminders are stopped by the link of their e-mail, without signing in', async (open) => {
  const path = await assigned('Painting the hull', {
    reminders_enabled: true,
    reminder_start_after_days: 0,
    reminder_interval_days: 1,
    reminder_max_count: 2,
  });
  const somebody = await open(null);
  const link = await demo.linkMailedTo(CONTRIBUTOR, `/projects/[\\w-]+${path}/stop-reminders`);
  await somebody.page.goto(link.replace(/\?.*/, ''));
  await somebody.sees('This link does not work');
  await somebody.page.goto(`${link}x`);
  await somebody.button('Stop them').click();
  await somebody.sees('This link does not work');
  await somebody.page.goto(link);
  await somebody.button('Stop them').click();
  await somebody.sees('You will not be reminded any more.');
});

test('a viewer has no interviews, and cannot open those of others', async (open) => {
  const path = await assigned('Not for viewers');
  const viewer = await open(VIEWER);
  await viewer.open('/interviews');
  await viewer.sees('No interview is assigned to you.');
  await viewer.isNotOffered('Assign an interview', 'Import a transcript');
  assert.equal(await viewer.link('Drafts').count(), 0);
  await viewer.page.goto(viewer.project + path);
  await viewer.sees('The address leads nowhere');
});

test('one of the tabs is the current one', async (open) => {
  const admin = await open(ADMIN);
  for (const [path, name] of [
    ['', 'All'],
    ['?tab=mine', 'Assigned to me'],
    ['?tab=drafts', 'Drafts'],
  ] as const) {
    await admin.open(`/interviews${path}`);
    const current = admin.page.locator('.tabs [aria-current="page"]');
    assert.deepEqual(await current.allInnerTexts(), [name]);
  }
});

test('home leads an admin to the interviews that they are to take', async (open) => {
  const { body: me } = await demo.as(ADMIN, '')('/users/me/');
  await assigned('Steering by the stars', { assignee_ids: [me['id']] });
  const admin = await open(ADMIN);
  await admin.open('');
  await admin.link(/interviews? to take/).click();
  await admin.link('Steering by the stars').waitFor();
  const current = admin.page.locator('.tabs [aria-current="page"]');
  assert.deepEqual(await current.allInnerTexts(), ['Assigned to me']);
});

test('an interview that was deleted meanwhile is said to be gone, with the way back', async (open) => {
  const path = await assigned('Washed away');
  const member = await open(CONTRIBUTOR);
  const admin = await open(ADMIN);
  await Promise.all([member.open(path), admin.open(path)]);
  await admin.button('Delete').click();
  await admin.answer('Delete');
  await admin.sees('The interview is deleted.');
  await member.fill('Your answer', 'Too late.');
  await member.button('Send').click();
  await member.page.getByRole('heading', { name: 'There is no such interview' }).waitFor();
  await member.link('To the interviews').click();
  await member.page.getByRole('heading', { name: 'Interviews', level: 1 }).waitFor();
});

test('what is no more says what it was, whatever it was', async (open) => {
  const admin = await open(ADMIN);
  for (const [list, what] of [
    ['artifacts', 'artifact'],
    ['documents', 'document'],
    ['signals', 'signal'],
    ['conversations', 'conversation'],
    ['tools', 'tool'],
  ] as const) {
    await admin.open(`/${list}/00000000-0000-4000-8000-000000000000`);
    await admin.page.getByRole('heading', { name: `There is no such ${what}` }).waitFor();
    await admin.link(`To the ${list}`).waitFor();
  }
});

test('what is typed while an answer of a test run is on its way is the next one', async (open) => {
  const draft = await demo.as(ADMIN)('/interview-drafts/', {
    topic: 'Ropes',
    questions: ['How?', 'And then?'],
  });
  const path = `/interview-drafts/${String(draft.body['id'])}/test-runs/`;
  const run = await demo.as(ADMIN)(path, {});
  const admin = await open(ADMIN);
  const { page } = admin;
  const box = page.getByLabel('Your answer');
  const isTyped = Promise.withResolvers<void>();
  await page.route('**/test-runs/*/messages/', async (route) => {
    if (route.request().method() === 'POST') await isTyped.promise;
    await route.continue();
  });
  await admin.open(path + String(run.body['id']));
  await box.fill('With both hands.');
  await admin.button('Send').click();
  await page.locator('.bubble.mine', { hasText: 'both hands' }).waitFor();
  await box.fill('Then with one.');
  isTyped.resolve();
  await page.getByText('And then?').waitFor();
  assert.equal(await box.inputValue(), 'Then with one.');
});
