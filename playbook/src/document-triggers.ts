import { Handshake, HookAuth } from '@caseloom/contract/automation/hook-auth'
import { z } from 'zod'
import { AssetKey, Duration, JsonRecord, PlaybookKey, StepKey } from './document-parts.ts'
import { isNetwork } from './networks.ts'

/** An address or a network: 192.0.2.7, 198.51.100.0/24, 2001:db8::/32. */
const Network = z
  .string()
  .max(50)
  .refine(isNetwork, 'must be an IP address or a network such as 198.51.100.0/24')

const WebhookOptions = z.strictObject({
  auth: HookAuth,
  /** Header that carries the signature or the secret; absent = the usual one of the scheme. */
  header: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'must be a valid header name')
    .optional(),
  /** How the sender checks the address first; absent = it doesn't. */
  handshake: Handshake.optional(),
  /** Only senders in these networks are let in; absent = all. */
  allowFrom: z.array(Network).min(1).max(100).optional(),
  /** `accepted` answers 202 immediately, `result` waits for the output of the run. */
  answer: z.enum(['accepted', 'result']).default('accepted'),
})

const Condition = z.string().max(100_000)
const triggerParts = {
  key: StepKey,
  title: z.string().min(1).max(200).optional(),
  when: Condition.optional(),
  dedup: Condition.optional(),
  /** Maximum concurrent runs of this trigger; up to `queue` more wait, further ones are rejected. */
  limit: z
    .strictObject({ running: z.int().min(1).max(1_000), queue: z.int().min(0).max(100_000).default(1_000) })
    .optional(),
}
const AppKey = z.string().min(1).max(200)
const trigger = <K extends string, W extends z.ZodType>(kind: K, options: W) =>
  z.strictObject({ ...triggerParts, kind: z.literal(kind), with: options })

const WebhookTrigger = trigger('webhook', WebhookOptions)

/** Gives `trigger.scheduledAt`. */
const ScheduleTrigger = trigger(
  'schedule',
  z.strictObject({
    /** Five fields, or six with seconds first. */
    cron: z.string().min(1).max(200),
    timeZone: z.string().min(1).max(60).default('UTC'),
    /** While the run before is not over: start beside it, leave this tick out, or wait for it. */
    overlap: z.enum(['allow', 'skip', 'queue']).default('skip'),
    /** Ticks missed while the product was down: leave out, or run once for all of them. */
    missed: z.enum(['skip', 'once']).default('once'),
  }),
)

/** Gives `trigger.record`, `trigger.previous` (updated), `trigger.changed` (field keys), `trigger.by`, `trigger.event`, `trigger.count` (folded). */
const RecordTrigger = trigger(
  'record',
  z.strictObject({
    app: AppKey,
    on: z
      .array(z.enum(['created', 'updated', 'deleted', 'folded']))
      .min(1)
      .max(4),
    /** Only updates that change one of these fields. */
    fields: z.array(z.string().min(1).max(200)).max(100).optional(),
    /** Only when this many were folded into the record: with `[10, 100]`, the tenth starts it, and the hundredth. */
    counts: z.array(z.number().int().min(1).max(1_000_000)).min(1).max(20).optional(),
    /** Changes made by playbooks start it too; off by default, so that nothing runs in circles. */
    byPlaybooks: z.boolean().default(false),
  }),
)

/** A button on the records of an app; gives `trigger.record`, `trigger.by` and `inputs` asked for in a form. */
const ButtonTrigger = trigger(
  'button',
  z.strictObject({
    app: AppKey,
    label: z.string().min(1).max(60),
    confirm: z.string().min(1).max(500).optional(),
    /** Ask for the playbook's inputs before the start. */
    askInputs: z.boolean().default(false),
  }),
)

/** A page with the playbook's inputs as a form; gives `inputs` and `trigger.by` (null for outsiders). */
const FormTrigger = trigger(
  'form',
  z.strictObject({
    heading: z.string().min(1).max(200),
    text: z.string().max(10_000).optional(),
    /** `tenant`: signed-in people of the tenant; `link`: anyone who has the address. */
    audience: z.enum(['tenant', 'link']).default('tenant'),
    thanks: z.string().max(1_000).optional(),
  }),
)

/**
 * Mail in; gives `trigger.mail`: from, to, cc, subject, text, html, headers, `file` (the mail itself) and
 * attachments, each {fileId, name, type, size, sha256}.
 */
const MailTrigger = trigger(
  'mail',
  z.discriminatedUnion('via', [
    /** The product's own SMTP listener; the address is made at publishing. */
    z.strictObject({ via: z.literal('smtp') }),
    /** A mailbox that is polled; `asset` holds host, user and password. */
    z.strictObject({
      via: z.literal('imap'),
      asset: AssetKey,
      folder: z.string().min(1).max(200).default('INBOX'),
      every: Duration.default('1m'),
      /** What becomes of a mail that was taken. */
      // oxlint-disable-next-line no-thenable -- a word of the document, not a method
      then: z.enum(['mark-read', 'move', 'delete']).default('mark-read'),
      moveTo: z.string().min(1).max(200).optional(),
    }),
  ]),
)

/** Asks another system now and then; gives `trigger.item` (one run per item) with `trigger.cursor`. */
const PollTrigger = trigger(
  'poll',
  z.strictObject({
    every: Duration.default('5m'),
    action: z.string().min(1).max(200),
    asset: AssetKey.optional(),
    /** Input of the action; expressions see `cursor` (null at first) and `since` (time of the last good poll). */
    with: JsonRecord.default({}),
    /** Expression over `output` of the action that gives the list of items. */
    items: Condition,
    /** Expression over `item` that names it once and for all; the same name never starts a second run. */
    id: Condition,
    /** Expression over `output` and `items` that gives the next cursor. */
    cursor: Condition.optional(),
  }),
)

/** Another playbook's run came to a bad end; gives `trigger.run` (id, number, playbook, error). */
const FailureTrigger = trigger(
  'failure',
  z.strictObject({
    /** Keys of playbooks; absent = all but this one. */
    playbooks: z.array(PlaybookKey).max(500).optional(),
  }),
)

/** The ways in which a run of a playbook begins; components and Hero AI come in by `component`. */
export const Trigger = z.discriminatedUnion('kind', [
  WebhookTrigger,
  ScheduleTrigger,
  RecordTrigger,
  ButtonTrigger,
  FormTrigger,
  MailTrigger,
  PollTrigger,
  FailureTrigger,
])
export type Trigger = z.infer<typeof Trigger>
export type TriggerKind = Trigger['kind']
