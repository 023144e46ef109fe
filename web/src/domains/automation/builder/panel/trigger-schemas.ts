import { HANDSHAKES, HOOK_AUTHS } from '@caseloom/contract/automation/hook-auth'
import type { JsonObject } from '@caseloom/contract/kernel/json'

// What the forms offer; the document schema is the full definition.
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
    every: span('Poll interval', '1m'),
    // A plain property named `then` would make the object look like a promise.
    ...Object.fromEntries([
      [THEN, { enum: ['mark-read', 'move', 'delete'], default: 'mark-read', title: 'After import' }],
    ]),
    moveTo: { ...text, title: 'Move to folder' },
  },
  ['via'],
)

export const TRIGGER_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  webhook: object(
    {
      auth: {
        enum: [...HOOK_AUTHS],
        enumNames: [
          'None',
          'Username and password',
          'Bearer token',
          'Secret in a header',
          'Signature of the body (HMAC SHA-256)',
          'Signature by Slack',
          'Signature by Stripe',
          'Signature by PagerDuty',
          'Signature by Zendesk',
          'Signature by a Teams outgoing webhook',
          'Signature by Standard Webhooks',
        ],
        title: 'Authentication',
      },
      answer: {
        enum: ['accepted', 'result'],
        default: 'accepted',
        title: 'Response',
        description: '“accepted” responds immediately; “result” waits for the run’s output.',
      },
      header: { ...text, title: 'Header', description: 'Contains the signature or secret.' },
      handshake: {
        enum: [...HANDSHAKES],
        enumNames: ['Slack', 'Microsoft Graph', 'Azure Event Grid', 'Okta', 'Meta'],
        title: 'URL check',
        description: 'How the sender checks the URL before its first delivery; the webhook answers it.',
      },
      allowFrom: {
        type: 'array',
        items: text,
        title: 'Allowed senders',
        description: 'IP addresses or networks such as 198.51.100.0/24. Without any, every address may send.',
      },
    },
    ['auth', 'answer'],
  ),
  schedule: object(
    {
      overlap: {
        enum: ['allow', 'skip', 'queue'],
        default: 'skip',
        title: 'If the previous run is still in progress',
      },
      missed: { enum: ['skip', 'once'], default: 'once', title: 'Missed during downtime' },
    },
    ['overlap', 'missed'],
  ),
  record: object(
    {
      app,
      on: {
        type: 'array',
        items: { type: 'string', enum: ['created', 'updated', 'deleted', 'folded'] },
        title: 'When a record is',
      },
      fields: { type: 'array', items: text, title: 'Only if these fields change' },
      counts: {
        type: 'array',
        items: { type: 'integer', minimum: 1 },
        title: 'Only when this many are folded',
      },
      byPlaybooks: { ...flag, title: 'Include changes made by playbooks' },
    },
    ['app', 'on', 'fields', 'counts', 'byPlaybooks'],
  ),
  button: object(
    {
      app,
      label: { ...text, title: 'Button label' },
      confirm: { ...text, title: 'Confirmation message' },
      askInputs: { ...flag, title: 'Prompt for inputs' },
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
        title: 'Audience',
        description: '“tenant”: signed-in users; “link”: anyone with the link.',
      },
      thanks: { ...text, title: 'Thank-you message' },
    },
    ['heading', 'text', 'audience', 'thanks'],
  ),
  mail: {
    oneOf: [
      { ...object({ via: { const: 'smtp' } }, ['via']), title: 'Dedicated email address' },
      { ...IMAP, title: 'Mailbox (IMAP)' },
    ],
  },
  failure: object(
    { playbooks: { type: 'array', items: text, title: 'Playbook keys (leave empty for all others)' } },
    ['playbooks'],
  ),
}

export const CRON_PRESETS = [
  ['everyMinute', '* * * * *'],
  ['everyQuarter', '*/15 * * * *'],
  ['hourly', '0 * * * *'],
  ['daily', '0 6 * * *'],
  ['weekdays', '0 6 * * 1-5'],
  ['weekly', '0 6 * * 1'],
  ['monthly', '0 6 1 * *'],
] as const
