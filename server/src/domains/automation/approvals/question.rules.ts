import { JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { durationMs } from '@caseloom/playbook/duration'
import { z } from 'zod'
import type { PeopleNamed } from '../directory/directory-port.ts'

const Names = z.array(z.string()).default([])
const People = z.object({ users: Names, groups: Names, roles: Names })

const Milliseconds = z.string().transform(durationMs)

const shared = {
  title: z.string(),
  text: z.string().optional(),
  expires: Milliseconds.optional(),
  remindEvery: Milliseconds.optional(),
  record: z.object({ app: z.string(), id: z.string() }).optional(),
}

// The language has checked these inputs already; this reads them with their defaults.
const Approve = z.object({
  ...shared,
  to: People,
  quorum: z.union([z.int(), z.literal('all')]).default(1),
  refusals: z.int().default(1),
  separation: z.array(z.enum(['initiator', 'previousApprovers'])).default(['initiator']),
  onExpiry: z.enum(['fail', 'reject']).default('fail'),
  escalate: z.object({ after: Milliseconds, to: People }).optional(),
  allowDelegation: z.boolean().default(false),
})
const Form = z.object({
  ...shared,
  to: People.default({ users: [], groups: [], roles: [] }),
  schema: JsonObject,
  outsiders: z.array(z.string()).default([]),
})

/** A question as its step puts it. */
export interface Question {
  kind: 'approve' | 'form'
  title: string
  text: string | null
  schema: JsonObject | null
  to: PeopleNamed
  outsiders: string[]
  /** Null: all. */
  quorum: number | null
  refusals: number
  separation: { initiator: boolean; previous: boolean }
  delegation: boolean
  expiryRefuses: boolean
  escalate: { afterMs: number; to: PeopleNamed } | null
  expiresMs: number | null
  remindMs: number | null
  record: { app: string; id: string } | null
}

/** A reminder more often than this would be noise, whatever a playbook says. */
const LEAST_PAUSE_MS = 60_000
/** Links in mailboxes must expire eventually. */
const LINK_LIFE_MS = 14 * 86_400_000

/** The question of a step `human.approve`. */
export function approvalOf(input: JsonObject): Question {
  const { quorum, separation, onExpiry, escalate, allowDelegation, ...rest } = Approve.parse(input)
  return {
    ...common(rest),
    kind: 'approve',
    schema: null,
    to: rest.to,
    outsiders: [],
    quorum: quorum === 'all' ? null : quorum,
    refusals: rest.refusals,
    separation: {
      initiator: separation.includes('initiator'),
      previous: separation.includes('previousApprovers'),
    },
    delegation: allowDelegation,
    expiryRefuses: onExpiry === 'reject',
    escalate: escalate === undefined ? null : { afterMs: escalate.after, to: escalate.to },
    expiresMs: rest.expires ?? null,
  }
}

/** The question of a step `human.form`: the first answer is the answer. */
export function formOf(input: JsonObject): Question {
  const { to, schema, outsiders, ...rest } = Form.parse(input)
  const unique = [...new Map(outsiders.map((email) => [email.toLowerCase(), email])).values()]
  return {
    ...common(rest),
    kind: 'form',
    schema,
    to,
    outsiders: unique,
    quorum: 1,
    refusals: 1,
    separation: { initiator: false, previous: false },
    delegation: false,
    expiryRefuses: false,
    escalate: null,
    expiresMs: rest.expires ?? (unique.length > 0 ? LINK_LIFE_MS : null),
  }
}

function common(input: z.output<z.ZodObject<typeof shared>>) {
  const { title, text, remindEvery, record } = input
  return {
    title,
    text: text ?? null,
    record: record ?? null,
    remindMs: remindEvery === undefined ? null : Math.max(remindEvery, LEAST_PAUSE_MS),
  }
}

/** What was shown to the people who answer, as one value whose hash is stored with each answer. */
export function shownOf(question: Question, asked: readonly JsonValue[]): JsonObject {
  const { kind, title, text, schema, record, quorum, refusals } = question
  return { kind, title, text, schema, record, quorum, refusals, asked: [...asked] }
}
