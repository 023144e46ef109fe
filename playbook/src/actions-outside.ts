import { z } from 'zod'
import { type ActionSpec, AnyJson, objectSchema } from './action-spec.ts'
import { FileInput } from './actions-files.ts'
import { Duration } from './document.ts'

const HttpRequest = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('GET'),
  url: z.string().min(1).max(8_000),
  headers: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
  body: AnyJson.optional(),
  timeout: Duration.optional(),
  paging: z
    .strictObject({
      by: z.enum(['link', 'next', 'cursor', 'page']),
      items: z.string().min(1).max(300).optional(),
      from: z.string().min(1).max(300).optional(),
      param: z.string().min(1).max(200).optional(),
      pages: z.int().min(1).max(100).optional(),
      limit: z.int().min(1).max(10_000).optional(),
    })
    .optional(),
})

const addresses = z.array(z.string().min(3).max(320)).max(100)

const Mail = z.strictObject({
  to: addresses.min(1),
  cc: addresses.optional(),
  bcc: addresses.optional(),
  subject: z.string().min(1).max(500),
  text: z.string().max(500_000).optional(),
  html: z.string().max(500_000).optional(),
  replyTo: z.string().min(3).max(320).optional(),
  attachments: z.array(FileInput).max(20).optional(),
})

const Webhook = z.strictObject({ url: z.string().min(1).max(8_000), body: AnyJson.optional() })

const stateKey = z.string().min(1).max(200)

/** Actions that reach other systems, and the playbook's own memory. */
export const outsideActions: readonly ActionSpec[] = [
  {
    name: 'http.request',
    title: 'HTTP request',
    description: 'Sends a request to another system and returns its response.',
    kind: 'effect',
    input: HttpRequest,
    required: ['url', 'method'],
    output: objectSchema({
      status: { type: 'integer', examples: [200] },
      headers: { type: 'object' },
      body: {},
      pages: { type: 'integer' },
      more: { type: 'boolean', examples: [false] },
    }),
    asset: { connector: 'http', required: false },
    timeoutMs: 30_000,
  },
  {
    name: 'mail.send',
    title: 'Send an email',
    description: 'Sends an email through the tenant’s mail server or an asset’s.',
    kind: 'effect',
    input: Mail,
    required: ['to', 'subject'],
    output: objectSchema({ id: { type: 'string' } }),
    asset: { connector: 'mail', required: false },
  },
  {
    name: 'notify.webhook',
    title: 'Notify by webhook',
    description: 'Posts JSON to a URL, such as the incoming webhook of a chat.',
    kind: 'effect',
    input: Webhook,
    required: ['url'],
    output: objectSchema({ status: { type: 'integer' } }),
    asset: { connector: 'http', required: false },
    timeoutMs: 30_000,
  },
  {
    name: 'assistant.ask',
    title: 'Ask Hero AI',
    description:
      'Asks a question with the run’s permissions and returns the answer as text with its sources.',
    kind: 'effect',
    input: z.strictObject({ question: z.string().min(1).max(20_000), context: AnyJson.optional() }),
    required: ['question'],
    output: objectSchema({
      text: { type: 'string' },
      answeredBy: objectSchema({ kind: { type: 'string' }, name: { type: 'string' } }),
      sources: {
        type: 'array',
        items: objectSchema({
          kind: { type: 'string' },
          title: { type: 'string' },
          to: { type: 'string' },
        }),
      },
    }),
    timeoutMs: 120_000,
  },
  {
    name: 'state.get',
    title: 'Get a state value',
    description: 'Returns a value saved by an earlier run of this playbook, or null if there is none.',
    kind: 'effect',
    input: z.strictObject({ key: stateKey }),
    required: ['key'],
    output: objectSchema({ value: {} }),
  },
  {
    name: 'state.set',
    title: 'Save a state value',
    description: 'Saves a value for later runs of this playbook.',
    kind: 'effect',
    input: z.strictObject({ key: stateKey, value: AnyJson }),
    required: ['key'],
    absent: { value: null },
    output: objectSchema({ value: {} }),
  },
  {
    name: 'state.delete',
    title: 'Delete a state value',
    description: 'Deletes a saved value.',
    kind: 'effect',
    input: z.strictObject({ key: stateKey }),
    required: ['key'],
    output: objectSchema({ deleted: { type: 'boolean' } }),
  },
]
