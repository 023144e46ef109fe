import type { JsonObject } from '@caseloom/contract/json'

// The options of each kind as forms see them; what they may be in full says the document's own schema.
const text: JsonObject = { type: 'string' }
const flag: JsonObject = { type: 'boolean', default: false }
const app: JsonObject = { type: 'string', title: 'App' }
const span = (title: string, usual: string): JsonObject => ({ type: 'string', title, default: usual })
const object = (properties: JsonObject, required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
})

const THEN = String('then')
const IMAP = object(
  {
    via: { const: 'imap' },
    folder: { ...text, default: 'INBOX' },
    every: span('Look every', '1m'),
    // A plain property of this name would make the object look like a promise.
    ...Object.fromEntries([
      [THEN, { enum: ['mark-read', 'move', 'delete'], default: 'mark-read', title: 'Then' }],
    ]),
    moveTo: { ...text, title: 'Move to folder' },
  },
  ['via'],
)

/** Forms of the kinds of triggers; schedule, poll and mailboxes have more around them. */
export const TRIGGER_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  webhook: object(
    {
      auth: { enum: ['none', 'basic', 'secret', 'hmac-sha256'], title: 'Proof of the sender' },
      answer: {
        enum: ['accepted', 'result'],
        default: 'accepted',
        title: 'Answer',
        description: '"accepted" answers at once; "result" waits for the output of the run.',
      },
      header: { ...text, title: 'Header', description: 'Carries the signature or secret.' },
    },
    ['auth', 'answer'],
  ),
  schedule: object(
    {
      overlap: {
        enum: ['allow', 'skip', 'queue'],
        default: 'skip',
        title: 'While the last run goes on',
      },
      missed: { enum: ['skip', 'once'], default: 'once', title: 'Missed while the product was down' },
    },
    ['overlap', 'missed'],
  ),
  record: object(
    {
      app,
      on: {
        type: 'array',
        items: { type: 'string', enum: ['created', 'updated', 'deleted'] },
        title: 'When a record is',
      },
      fields: { type: 'array', items: text, title: 'Only when these fields change' },
      byPlaybooks: { ...flag, title: 'Changes made by playbooks start it too' },
    },
    ['app', 'on', 'fields', 'byPlaybooks'],
  ),
  button: object(
    {
      app,
      label: { ...text, title: 'Words on the button' },
      confirm: { ...text, title: 'Ask before it starts' },
      askInputs: { ...flag, title: "Ask for the playbook's inputs" },
    },
    ['app', 'label', 'confirm', 'askInputs'],
  ),
  form: object(
    {
      heading: { ...text, title: 'Heading' },
      text: { ...text, title: 'Text' },
      audience: {
        enum: ['tenant', 'link'],
        default: 'tenant',
        title: 'Who may fill it in',
        description: '"tenant": signed-in people; "link": whoever has the address.',
      },
      thanks: { ...text, title: 'Words of thanks' },
    },
    ['heading', 'text', 'audience', 'thanks'],
  ),
  mail: {
    oneOf: [
      { ...object({ via: { const: 'smtp' } }, ['via']), title: 'Own mail address' },
      { ...IMAP, title: 'Mailbox (IMAP)' },
    ],
  },
  failure: object(
    { playbooks: { type: 'array', items: text, title: 'Keys of playbooks; none: all others' } },
    ['playbooks'],
  ),
}

/** Schedules that people often want. */
export const CRON_PRESETS = [
  ['everyMinute', '* * * * *'],
  ['everyQuarter', '*/15 * * * *'],
  ['hourly', '0 * * * *'],
  ['daily', '0 6 * * *'],
  ['weekdays', '0 6 * * 1-5'],
  ['weekly', '0 6 * * 1'],
  ['monthly', '0 6 1 * *'],
] as const
