import { z } from 'zod'
import { DeliveryOutcome, RunState, StepError } from './automation.ts'
import { AppId, Instant, PlaybookId, RecordId, RunId, TriggerId } from '../kernel/ids.ts'
import { JsonObject, JsonValue } from '../kernel/json.ts'
import { route } from '../kernel/route.ts'
import { ConfirmedStatement, Statement } from '../kernel/statements.ts'
import { JobView, Selection } from '../records/jobs.ts'

/** The ways in which runs begin on their own or by people. */
export const TriggerKind = z.enum([
  'webhook',
  'schedule',
  'record',
  'button',
  'form',
  'mail',
  'poll',
  'failure',
])
export type TriggerKind = z.infer<typeof TriggerKind>

/** A trigger of the published version: how it is reached, what it waits for, how it went last. */
export const TriggerOverview = z.object({
  id: TriggerId,
  key: z.string(),
  title: z.string(),
  kind: TriggerKind,
  /** False while someone has switched it off. */
  enabled: z.boolean(),
  /** What the document says of it, defaults filled in. */
  options: JsonObject,
  /** Where it is reached: a web address, the page of a form, a mail address. Null when it is not. */
  address: z.string().nullable(),
  /** The app whose records it concerns. */
  app: z.object({ id: AppId, name: z.string() }).nullable(),
  /** The next moments of a schedule, or the next look of a trigger that asks others. */
  next: z.array(Instant),
  /** The plan of a schedule in words. */
  words: z.string().nullable(),
  last: z
    .object({
      at: Instant,
      outcome: DeliveryOutcome,
      reason: z.string().nullable(),
      runId: RunId.nullable(),
      runState: RunState.nullable(),
      /** Why that run failed; null for all others. */
      runError: StepError.nullable(),
    })
    .nullable(),
  /** Why it cannot ask the other system, since when and how often in a row. */
  failing: z.object({ message: z.string(), since: Instant, count: z.number().int() }).nullable(),
  can: z.object({ switch: z.boolean() }),
})
export type TriggerOverview = z.infer<typeof TriggerOverview>

/** What became of something that a person set off. */
export const Started = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), runId: RunId }),
  z.object({ outcome: z.literal('duplicate'), runId: RunId, reason: z.string() }),
  z.object({ outcome: z.enum(['filtered', 'refused', 'failed']), reason: z.string() }),
])
export type Started = z.infer<typeof Started>

/** A button on the records of an app. */
export const ButtonView = z.object({
  id: TriggerId,
  label: z.string(),
  playbook: z.object({ id: PlaybookId, title: z.string() }),
  /** Asked before each start; null when it asks nothing. */
  confirm: z.string().nullable(),
  /** What the caller must confirm before their first start; null when they have, or there is nothing to. */
  statement: Statement.nullable(),
  /** What the playbook does, as far as the caller may know it; null when it does nothing but compute. */
  does: Statement.nullable(),
  /** JSON Schema of the inputs that are asked for; null when none are. */
  inputs: JsonObject.nullable(),
})
export type ButtonView = z.infer<typeof ButtonView>

/** A form as shown to anyone who fills it in; it reveals nothing else about the playbook or the tenant. */
export const FormView = z.object({
  heading: z.string(),
  text: z.string().nullable(),
  /** JSON Schema of what is asked. */
  inputs: JsonObject,
})
export type FormView = z.infer<typeof FormView>

/** A form for the people of the tenant. */
export const OwnFormView = FormView.extend({
  /** What the caller must confirm first, where it happens with their permissions; null otherwise. */
  statement: Statement.nullable(),
})
export type OwnFormView = z.infer<typeof OwnFormView>

export const FormAnswered = z.object({ thanks: z.string().nullable() })

const base = '/api/tenant/:tenantId/orchestration/api' as const
export const listTriggers = route({
  method: 'GET',
  path: `${base}/playbooks/:playbookId/triggers`,
  summary: 'Lists the triggers of the published version with their state',
  needs: 'playbook:read',
  reply: z.object({ items: z.array(TriggerOverview) }),
})
export const switchTrigger = route({
  method: 'PUT',
  path: `${base}/triggers/:triggerId/enabled`,
  summary: 'Turns a trigger on or off. Events that occur while it is off don’t start runs.',
  needs: 'playbook:build',
  body: z.strictObject({ enabled: z.boolean() }),
  reply: TriggerOverview,
  on404: 'here',
})
export const rotateTriggerSecret = route({
  method: 'POST',
  path: `${base}/triggers/:triggerId/secret`,
  summary:
    'Rotates the secret of a webhook. The previous secret stays valid for the given number of hours, so that no delivery is lost.',
  needs: 'playbook:build',
  body: z.strictObject({
    keepOldHours: z.int().min(0).max(168).default(0),
    /** The one that the sender gave out; absent = a new one is created. */
    secret: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII characters without spaces')
      .min(8)
      .max(500)
      .optional(),
  }),
  reply: z.object({ secret: z.string(), oldUntil: Instant.nullable() }),
  on404: 'here',
})
/** Result of a test. `asking`: the other system is being polled; the trigger's log shows the outcome. */
export const Tried = z.union([Started, z.object({ outcome: z.literal('asking') })])
export type Tried = z.infer<typeof Tried>
export const tryTrigger = route({
  method: 'POST',
  path: `${base}/triggers/:triggerId/try`,
  summary:
    'Fires a trigger immediately: a webhook accepts the given payload as if from an authenticated sender, a schedule starts a run, a poll or mailbox is checked',
  needs: 'playbook:build',
  body: z.strictObject({
    /** Of webhooks: the body of the delivery. */
    payload: JsonValue.default({}),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/), z.string().max(4_000)).default({}),
  }),
  bodyLimit: 5 * 1024 * 1024,
  reply: Tried,
  status: 201,
  fails: ['trigger.off'],
  on404: 'here',
})
export const schedulePreview = route({
  method: 'POST',
  path: `${base}/schedule-preview`,
  summary: 'Describes a schedule and its next five times. Errors refer to `cron` or `timeZone`.',
  needs: 'playbook:read',
  body: z.strictObject({ cron: z.string().min(1).max(200), timeZone: z.string().min(1).max(60) }),
  reply: z.object({ words: z.string(), next: z.array(Instant) }),
})
export const listButtons = route({
  method: 'GET',
  path: `${base}/apps/:appId/buttons`,
  summary: 'Lists the buttons that playbooks add to the records of an app',
  needs: 'playbook:run',
  reply: z.object({ items: z.array(ButtonView) }),
  on404: 'here',
})
export const pressButton = route({
  method: 'POST',
  path: `${base}/buttons/:buttonId/press`,
  summary:
    'Starts the playbook of a button for a record the caller can read. Requires `statement` before the first run.',
  needs: 'playbook:run',
  body: z.strictObject({
    recordId: RecordId,
    inputs: JsonObject.default({}),
    statement: ConfirmedStatement,
  }),
  reply: Started,
  status: 201,
  fails: ['button.not_offered', 'inputs.invalid', 'statement.confirm_first'],
  on404: 'here',
})
export const listRecordButtons = route({
  method: 'GET',
  path: `${base}/apps/:appId/records/:recordId/buttons`,
  summary: 'Lists the buttons that the form logic of the app offers the caller for a record',
  needs: 'playbook:run',
  reply: z.object({ items: z.array(ButtonView) }),
  on404: 'here',
})
export const pressButtonOnMany = route({
  method: 'POST',
  path: `${base}/buttons/:buttonId/press-on-many`,
  summary:
    'Presses a button for many records as a job. Records for which the caller couldn’t press it are listed with the reason.',
  needs: 'playbook:run',
  body: z.strictObject({
    records: Selection,
    inputs: JsonObject.default({}),
    statement: ConfirmedStatement,
  }),
  reply: JobView,
  status: 202,
  fails: ['field.unknown', 'inputs.invalid', 'statement.confirm_first'],
  on404: 'here',
})
export const getForm = route({
  method: 'GET',
  path: `${base}/forms/:formId`,
  summary: 'Gets a form for users of the tenant',
  needs: 'tenant',
  reply: OwnFormView,
})
export const answerForm = route({
  method: 'POST',
  path: `${base}/forms/:formId`,
  summary: 'Submits a form as the signed-in user',
  needs: 'tenant',
  body: z.strictObject({ inputs: JsonObject, statement: ConfirmedStatement }),
  bodyLimit: 1024 * 1024,
  reply: FormAnswered,
  status: 201,
  fails: ['inputs.invalid', 'statement.confirm_first'],
  on404: 'here',
})
export const getOpenForm = route({
  method: 'GET',
  path: '/api/forms/:tenantId/:formKey',
  summary: 'Gets a public form. Opening it never submits it.',
  open: true,
  reply: FormView,
  on404: 'here',
})
export const answerOpenForm = route({
  method: 'POST',
  path: '/api/forms/:tenantId/:formKey',
  summary: 'Submits a public form without signing in. Rate-limited per IP address and form.',
  open: true,
  body: z.strictObject({ inputs: JsonObject }),
  reply: FormAnswered,
  status: 201,
  fails: ['inputs.invalid'],
  on404: 'here',
})
