import { z } from 'zod'
import { type ActionSpec, AnyJson, objectSchema, RecordPlace } from './action-spec.ts'
import { Duration } from './document.ts'

const names = z.array(z.string().min(1).max(320)).max(100)

/** People by id or mail address, groups and roles by id or key. */
const People = z
  .strictObject({ users: names.optional(), groups: names.optional(), roles: names.optional() })
  .refine(
    ({ users = [], groups = [], roles = [] }) => users.length + groups.length + roles.length > 0,
    'must name at least one user, group, or role',
  )

const question = {
  title: z.string().min(1).max(200),
  /** Markdown. */
  text: z.string().max(20_000).optional(),
  expires: Duration.optional(),
  remindEvery: Duration.optional(),
  /** The record that it is about. */
  record: RecordPlace.optional(),
}

const Approve = z.strictObject({
  ...question,
  to: People,
  /** How many must agree. */
  quorum: z.union([z.int().min(1).max(50), z.literal('all')]).default(1),
  /** How many refusals end it. */
  refusals: z.int().min(1).max(50).default(1),
  /** Who must not answer though they are asked. */
  separation: z
    .array(z.enum(['initiator', 'previousApprovers']))
    .max(2)
    .default(['initiator']),
  /** What an approval that no one answered in time counts as; never as agreed. */
  onExpiry: z.enum(['fail', 'reject']).default('fail'),
  escalate: z.strictObject({ after: Duration, to: People }).optional(),
  allowDelegation: z.boolean().default(false),
})

const Form = z
  .strictObject({
    ...question,
    /** JSON Schema of the answer. */
    schema: z.record(z.string(), AnyJson),
    to: People.optional(),
    /** Mail addresses of people without an account; each gets a link of its own. */
    outsiders: z.array(z.email().max(320)).max(50).optional(),
  })
  .refine(
    ({ to, outsiders = [] }) => to !== undefined || outsiders.length > 0,
    'requires "to" or "outsiders"',
  )

const Notify = z.strictObject({
  to: People,
  title: z.string().min(1).max(200),
  text: z.string().max(20_000).optional(),
  record: RecordPlace.optional(),
})

/** A person by one of these; `onCall` is the key of an on-call schedule. */
export const FindPerson = z
  .strictObject({
    email: z.string().min(1).max(320).meta({ shown: true }).optional(),
    name: z.string().min(1).max(200).meta({ shown: true }).optional(),
    onCall: z.string().min(1).max(32).meta({ shown: true }).optional(),
  })
  .refine(
    ({ email, name, onCall }) => [email, name, onCall].filter((one) => one !== undefined).length === 1,
    'requires exactly one of "email", "name", and "onCall"',
  )

const person = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }

/** Actions that ask or notify people. */
export const peopleActions: readonly ActionSpec[] = [
  {
    name: 'human.approve',
    title: 'Ask for approval',
    description: 'Asks people to approve or reject, and waits for their decision.',
    kind: 'listen',
    input: Approve,
    required: ['title', 'to', 'record'],
    output: objectSchema({
      decision: { type: 'string', enum: ['approved', 'rejected'] },
      approved: { type: 'boolean' },
      answers: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            by: person,
            decision: { type: 'string', enum: ['approved', 'rejected'] },
            comment: { type: ['string', 'null'] },
            at: { type: 'string', format: 'date-time' },
          },
        },
      },
      decidedAt: { type: 'string', format: 'date-time' },
    }),
  },
  {
    name: 'human.form',
    title: 'Ask with a form',
    description: 'Asks users or people without an account to fill in a form, and waits for the response.',
    kind: 'listen',
    input: Form,
    constant: ['schema'],
    required: ['title', 'to', 'record'],
    output: objectSchema({
      values: { type: 'object' },
      by: person,
      at: { type: 'string', format: 'date-time' },
    }),
  },
  {
    name: 'notify.users',
    title: 'Notify people',
    description: 'Notifies people in the product and by email, according to their settings.',
    kind: 'effect',
    input: Notify,
    required: ['title', 'to', 'record'],
    output: objectSchema({ count: { type: 'integer' }, leftOut: { type: 'integer' } }),
  },
  {
    name: 'people.find',
    title: 'Find a person',
    description: 'Finds a user by email address or name, or the user who is on call.',
    kind: 'effect',
    input: FindPerson,
    output: objectSchema({
      found: { type: 'boolean' },
      user: {
        type: ['object', 'null'],
        properties: { id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
      },
    }),
  },
]
