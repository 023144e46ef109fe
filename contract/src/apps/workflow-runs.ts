import { z } from 'zod'
import { Key } from '../field-types/common-settings.ts'
import { AppId, Instant, RecordId, RoleId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { NamedRecord } from '../records/observables.ts'
import { ActorRef, FieldValues } from '../records/records.ts'
import { route } from '../kernel/route.ts'
import { MessageValue } from './message-names.ts'
import { MAX_TABLE_QUESTIONS, TableAnswer, TableQuestion } from './table-answers.ts'
import { Occasion, Workflow, WorkflowItemId } from './workflow.ts'

// What a workflow decided when a record was saved: its runs, why an item of the form is as it is, and which rules
// records ever took.

/** Retention of what runs read and changed in days, unless the app has its own; also how far back coverage counts. */
export const WORKFLOW_RUN_DAYS = 90

/** `not_reached`: nested in a rule that did not hold. `not_run`: not for this occasion. `hidden`: not the reader's to see. */
const RuleOutcome = z.enum(['true', 'false', 'not_reached', 'not_run', 'hidden'])
export type RuleOutcome = z.infer<typeof RuleOutcome>

/** One condition with what it read. */
const RunOperand = z.object({
  /** Place in the rule’s condition: `all.0.any.1`; empty for the condition itself. */
  path: z.string(),
  /** Fields whose values it read. */
  reads: z.array(z.string()),
  actual: JsonValue,
  holds: z.boolean(),
  /** Why an expression gave nothing. */
  fault: z.string().optional(),
})

/** One rule of a run, with what its condition read and what its actions changed. */
const WorkflowRunRule = z.object({
  rule: WorkflowItemId,
  outcome: RuleOutcome,
  operands: z.array(RunOperand),
  actions: z.array(z.object({ id: z.string(), item: z.string(), before: JsonValue, after: JsonValue })),
})
export type WorkflowRunRule = z.infer<typeof WorkflowRunRule>

/** What the workflow says about an item, and the IDs of the actions that decided it. */
const Decision = z.object({ value: z.boolean(), by: z.array(z.string()) })

/** The form as the workflow leaves it; items by `field:key`, `section:id`, `tab:title`, `button:id`, or `block:id`. */
const FormState = z.object({
  /** An absent aspect is as the layout or the field says. */
  items: z.record(
    z.string(),
    z.object({
      visible: Decision.optional(),
      collapsed: Decision.optional(),
      required: Decision.optional(),
      readOnly: Decision.optional(),
      offered: Decision.optional(),
    }),
  ),
  options: z.record(z.string(), z.array(z.string())),
  /** What rules wrote, by field. */
  values: FieldValues,
  messages: z.array(
    z.object({
      level: z.enum(['info', 'warning', 'error']),
      text: z.string(),
      /** The text with the values of the fields that it names apart; absent without any. */
      parts: z.array(z.union([z.string(), MessageValue])).optional(),
      /** Such as `field:status`; absent at the top of the form. */
      at: z.string().optional(),
      rule: z.string(),
      action: z.string(),
    }),
  ),
  /** A message of the level error blocks saving. */
  blocks: z.boolean(),
})
export type FormState = z.infer<typeof FormState>

const WorkflowRunSummary = z.object({
  /** Names the run in addresses; made from the record and the sequence. */
  runId: z.string(),
  /** The version of the record that the run's save made. */
  sequence: z.number().int(),
  at: Instant,
  actor: ActorRef,
  cause: Occasion,
  workflowId: AppId,
  /** The app's revision. */
  workflowVersion: z.number().int(),
  /** When what the run read and changed was deleted, as its retention says; null while it is stored. */
  expiredAt: Instant.nullable(),
  /** Whether it set a field or applied other rules than the run before it, as far as the reader may see. */
  changed: z.boolean(),
})
export type WorkflowRunSummary = z.infer<typeof WorkflowRunSummary>

const WorkflowRunView = WorkflowRunSummary.extend({
  /** The workflow of that version; a condition that the reader may not see is left out. */
  workflow: Workflow,
  /** Of an expired run, without operands, and with the actions that changed something but not what they changed. */
  rules: z.array(WorkflowRunRule),
  /** Says nothing of an expired run. */
  form: FormState,
  /** The record as the run left it, and as it was before; without values of an expired run. */
  fields: FieldValues,
  before: FieldValues.nullable(),
  /** Roles of the actor that conditions named and the reader may see; none of an expired run. */
  roles: z.array(z.string()),
  /** Fields of the app that the reader has no permission to read; they are in none of these. */
  unreadFields: z.number().int(),
  /** Sequences beside this one. */
  previous: z.number().int().nullable(),
  next: z.number().int().nullable(),
})
export type WorkflowRunView = z.infer<typeof WorkflowRunView>

const record = '/api/tenant/:tenantId/apps/:appId/records/:recordId' as const

export const listWorkflowRuns = route({
  method: 'GET',
  path: `${record}/workflow-runs`,
  summary: 'Lists the workflow runs of a record, newest first',
  needs: 'record:read',
  query: PageQuery,
  reply: pageOf(WorkflowRunSummary),
  on404: 'here',
})

export const getWorkflowRun = route({
  method: 'GET',
  path: `${record}/workflow-runs/:sequence`,
  summary:
    'Returns one workflow run: the conditions with what they read, what each action changed, and the form as it was',
  needs: 'record:read',
  reply: WorkflowRunView,
  fails: ['workflow_run.expired'],
  on404: 'here',
})

export const workflowCoverage = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/workflow-coverage',
  summary:
    'Counts the records that took each rule of the workflow when they were saved, over the last 90 days',
  needs: 'app:build',
  reply: z.object({
    since: Instant,
    /** Days since then. */
    days: z.number().int(),
    /** Records checked: those that were saved. */
    records: z.number().int(),
    /** Records that took a rule, by its ID; a rule that never held has 0. */
    rules: z.record(z.string(), z.number().int()),
    /** Rules that no record took. */
    never: z.array(WorkflowItemId),
  }),
  on404: 'here',
})

export const listTakingRecords = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/workflow-coverage/:rule/records',
  summary: 'Lists the readable records that took a rule of the workflow in the last 90 days, newest first',
  needs: 'app:build',
  query: PageQuery,
  /** With when a save took it last. */
  reply: pageOf(z.object({ record: NamedRecord, at: Instant })),
  on404: 'here',
})

export const openForm = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/form',
  summary:
    'Returns what a form needs to evaluate the workflow for this user, and what the workflow decides when the form is opened',
  needs: 'record:read',
  body: z.strictObject({
    /** Absent for a new record. */
    record: RecordId.optional(),
    /** What a new record starts with. */
    fields: FieldValues.optional(),
    /** Records that are about to be linked, by reference field. */
    linked: z.record(Key, z.array(RecordId).max(100)).optional(),
    /** What conditions ask of reference tables about values that are typed. */
    lookups: z.array(TableQuestion).max(MAX_TABLE_QUESTIONS).optional(),
    /** Whose form it is, for those who build the app: as much of it as they can see themselves. */
    role: RoleId.optional(),
    /** Fields of linked records that a draft of the workflow reads besides, by reference field; for those who build the app. */
    reads: z.record(Key, z.array(z.string().max(100)).max(500)).optional(),
  }),
  reply: z.object({
    /** Without what this user may not see; null while the app has no workflow. */
    workflow: Workflow.nullable(),
    revision: z.number().int(),
    actor: z.object({
      kind: z.enum(['user', 'playbook', 'system']),
      id: z.string().nullable(),
      /** IDs of the user’s groups and roles that conditions name. */
      groups: z.array(z.string()),
      roles: z.array(z.string()),
    }),
    now: Instant,
    zone: z.string(),
    /** Readable values of linked records that conditions read, by reference field. */
    linked: z.record(z.string(), z.array(FieldValues)),
    /** Answers to the questions of the request. */
    lookups: z.array(TableAnswer),
    form: FormState,
  }),
  on404: 'here',
})
