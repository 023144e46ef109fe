import { z } from 'zod'
import { Label } from '../field-types/common-settings.ts'
import { AppId, ApprovalId, Instant, PlaybookId, RecordId, RunId, UserId } from '../kernel/ids.ts'
import { JsonObject } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'

const base = '/api/tenant/:tenantId/orchestration/api/approvals' as const

/** `closed`: the run ended or gave the question up. A decided approval is approved or refused, a filled form answered. */
export const ApprovalState = z.enum(['open', 'approved', 'refused', 'answered', 'expired', 'closed'])
export type ApprovalState = z.infer<typeof ApprovalState>
export const ApprovalKind = z.enum(['approve', 'form'])
export type ApprovalKind = z.infer<typeof ApprovalKind>
export const Verdict = z.enum(['approved', 'refused'])
export type Verdict = z.infer<typeof Verdict>

/** `id` is null for someone outside. */
const Answerer = z.object({ id: UserId.nullable(), name: z.string() })

/** A question of a run to people. */
export const ApprovalSummary = z.object({
  id: ApprovalId,
  kind: ApprovalKind,
  state: ApprovalState,
  /** The path of its step for who is not asked and may not see the data of runs. */
  title: z.string(),
  playbook: z.object({ id: PlaybookId, title: Label }),
  run: z.object({ id: RunId, number: z.number().int() }),
  path: z.string(),
  openedAt: Instant,
  expiresAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  /** True when the caller can answer now. */
  waitingForMe: z.boolean(),
  /** Names of the recipients, without outsiders. */
  asked: z.array(z.string()),
  /** Who gave the answers that ended it, in their order; empty of open, expired, and closed ones. */
  decidedBy: z.array(Answerer),
})
export type ApprovalSummary = z.infer<typeof ApprovalSummary>

export const ApprovalAnswer = z.object({
  by: Answerer,
  verdict: Verdict.nullable(),
  comment: z.string().nullable(),
  /** What was filled in; null for who may not see it, and of approvals. */
  values: JsonObject.nullable(),
  at: Instant,
  /** Who gave their answer away to this person. */
  delegatedFrom: z.string().nullable(),
})
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>

/** Why the caller cannot answer. */
export const NoAnswerReason = z.enum([
  'over',
  'notAsked',
  'initiator',
  'previousApprover',
  'answered',
  'delegated',
  'token',
])
export type NoAnswerReason = z.infer<typeof NoAnswerReason>

export const ApprovalView = ApprovalSummary.extend({
  /** Markdown; null without one, and for who may not see the data of the run. */
  text: z.string().nullable(),
  /** JSON Schema of a form; null of approvals. */
  schema: JsonObject.nullable(),
  /** What the question is about, for those who may read it. */
  record: z
    .object({
      appId: AppId,
      recordId: RecordId,
      trackingId: z.string(),
      title: z.string(),
      /** Label and key of its severity; null without one, and for who may not read it. */
      severity: z.object({ key: z.string(), label: z.string() }).nullable(),
    })
    .nullable(),
  /** Titles of the steps that follow an approval and those that follow a refusal, as far as the playbook says so. */
  next: z.object({ approved: z.array(z.string()), refused: z.array(z.string()) }).nullable(),
  askedPrincipals: z.array(
    z.object({ kind: z.enum(['user', 'group', 'role']), id: z.string(), name: z.string() }),
  ),
  /** Mail addresses that got a link. */
  outsiders: z.array(z.string()),
  startedBy: z.string().nullable(),
  /** How many must agree: `all` of who is asked, or a number. */
  quorum: z.union([z.number().int(), z.literal('all')]),
  /** How many refusals end it. */
  refusals: z.number().int(),
  answers: z.array(ApprovalAnswer),
  delegations: z.array(z.object({ from: z.string(), to: z.string(), at: Instant })),
  /** When the request escalates, and to which recipients; null without escalation. */
  escalation: z.object({ at: Instant, asked: z.array(z.string()), done: z.boolean() }).nullable(),
  can: z.object({ answer: z.boolean(), delegate: z.boolean(), whyNot: NoAnswerReason.nullable() }),
})
export type ApprovalView = z.infer<typeof ApprovalView>

const ApprovalQuery = PageQuery.extend({
  /**
   * `mine` waits for the caller, `started` was asked by runs that they started, `all` needs run:read, `visible` is what
   * the caller can see.
   */
  box: z.enum(['mine', 'answered', 'started', 'all', 'visible']).default('mine'),
  state: z.enum(['open', 'over']).optional(),
  kind: ApprovalKind.optional(),
  runId: RunId.optional(),
  /** Of runs that touched the record, and of components that they run; none for who can't read the record. */
  recordId: z.string().max(60).optional(),
})
export type ApprovalQuery = z.infer<typeof ApprovalQuery>

export const listApprovals = route({
  method: 'GET',
  path: base,
  summary: 'Lists approval and form requests, newest first',
  needs: 'tenant',
  query: ApprovalQuery,
  reply: pageOf(ApprovalSummary),
  on404: 'here',
})
export const countApprovals = route({
  method: 'GET',
  path: `${base}/count`,
  summary: 'Counts the requests waiting for the caller',
  needs: 'tenant',
  reply: z.object({ waiting: z.number().int() }),
  on404: 'here',
})
export const getApproval = route({
  method: 'GET',
  path: `${base}/:approvalId`,
  summary: 'Gets a request with its responses. Reading it never answers it.',
  needs: 'tenant',
  reply: ApprovalView,
  on404: 'here',
})
export const answerApproval = route({
  method: 'POST',
  path: `${base}/:approvalId/answer`,
  summary:
    'Answers a request once: a decision for an approval (a rejection requires a comment) or values for a form. Requires a signed-in user; API tokens aren’t accepted.',
  needs: 'session',
  body: z.strictObject({
    verdict: Verdict.optional(),
    comment: z.string().max(5_000).optional(),
    values: JsonObject.optional(),
  }),
  reply: ApprovalView,
  fails: ['approval.over', 'approval.not_asked', 'inputs.invalid'],
  on404: 'here',
})
export const delegateApproval = route({
  method: 'POST',
  path: `${base}/:approvalId/delegate`,
  summary: 'Delegates the caller’s answer to another user, once, if the request allows it',
  needs: 'session',
  body: z.strictObject({ userId: UserId }),
  reply: ApprovalView,
  fails: ['approval.over', 'approval.not_asked'],
  on404: 'here',
})

/** A form as someone without an account sees it: nothing of the tenant but what the question says. */
export const OutsideAsk = z.object({
  title: z.string(),
  text: z.string().nullable(),
  schema: JsonObject,
  /** Name of the organization that asks, where it has set one. */
  brand: z.string().nullable(),
  expiresAt: Instant.nullable(),
})
export type OutsideAsk = z.infer<typeof OutsideAsk>
export const lookAtAsk = route({
  method: 'GET',
  path: '/api/asks/:token',
  summary: 'Gets the form of a one-time link. Opening it never answers it.',
  open: true,
  withoutLicense: true,
  reply: OutsideAsk,
  fails: ['form.over'],
  on404: 'here',
})
export const answerAsk = route({
  method: 'POST',
  path: '/api/asks/:token',
  summary: 'Submits the form of a one-time link. A second submission is rejected.',
  open: true,
  withoutLicense: true,
  body: z.strictObject({ values: JsonObject }),
  fails: ['form.over', 'inputs.invalid'],
  on404: 'here',
})
