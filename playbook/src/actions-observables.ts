import { z } from 'zod'
import { type ActionSpec, objectSchema } from './action-spec.ts'

/** As `observable.extract` gives them, or values alone. */
const observables = z.array(
  z.union([
    z.string().min(1).max(2_000),
    z.looseObject({ kind: z.string().max(40).optional(), value: z.string().min(1).max(2_000) }),
  ]),
)
const Enrich = z.strictObject({ observables: observables.max(100) })

const Check = z.strictObject({ observables: observables.max(1_000) })

/** The words of connectors, of which `benign` is stored as `clean`. */
const GIVEN_VERDICTS = ['malicious', 'suspicious', 'clean', 'benign', 'unknown'] as const

const Verdict = z.strictObject({
  /** Who says so: the name of a service, or of the playbook. */
  source: z.string().trim().min(1).max(100),
  lookups: z
    .array(
      // The output of a connector may be merged into one: what it says beyond this is left out.
      z.looseObject({
        kind: z.string().max(40).optional(),
        value: z.string().min(1).max(4_000),
        verdict: z.enum(GIVEN_VERDICTS),
        score: z.number().min(0).max(100).nullable().optional(),
        summary: z.string().nullable().optional(),
        link: z.string().max(2_000).nullable().optional(),
      }),
    )
    .max(200),
  /** Null for never. */
  expiresInHours: z.number().positive().max(87_600).nullable().optional(),
})

const found = objectSchema({ kind: { type: 'string' }, value: { type: 'string' } })
const instant = { type: 'string', format: 'date-time' }

/** Actions on observables of all records. */
export const observableActions: readonly ActionSpec[] = [
  {
    name: 'observable.enrich',
    kind: 'effect',
    title: 'Enrich observables',
    description:
      'Looks up each observable: the records it appears in, how many, and when it was first and last seen.',
    input: Enrich,
    required: [],
    absent: { observables: [] },
    output: {
      type: 'array',
      items: objectSchema({
        kind: { type: ['string', 'null'] },
        value: { type: 'string' },
        known: { type: 'boolean' },
        records: { type: 'integer' },
        firstSeen: { ...instant, type: ['string', 'null'] },
        lastSeen: { ...instant, type: ['string', 'null'] },
        found: {
          type: 'array',
          items: objectSchema({
            id: { type: 'string' },
            appId: { type: 'string' },
            appName: { type: 'string' },
            trackingId: { type: 'string' },
            title: { type: 'string' },
            field: { type: 'string' },
            kind: { type: 'string' },
            at: instant,
          }),
        },
      }),
    },
  },
  {
    name: 'observable.verdict',
    kind: 'effect',
    title: 'Set verdicts',
    description: 'Stores what a source says of observables, for a day unless stated otherwise.',
    input: Verdict,
    required: ['source'],
    absent: { lookups: [] },
    output: {
      type: 'array',
      items: objectSchema({
        kind: { type: 'string' },
        value: { type: 'string' },
        verdict: { type: 'string', enum: ['malicious', 'suspicious', 'clean', 'unknown'] },
        score: { type: ['integer', 'null'] },
      }),
    },
  },
  {
    name: 'observable.check',
    kind: 'effect',
    title: 'Check observables against warning lists',
    description: 'Separates harmless observables, which warning lists name, from the others.',
    input: Check,
    required: [],
    absent: { observables: [] },
    output: objectSchema({
      observables: { type: 'array', items: found },
      hidden: {
        type: 'array',
        items: objectSchema({
          kind: { type: 'string' },
          value: { type: 'string' },
          lists: { type: 'array', items: { type: 'string' } },
        }),
      },
    }),
  },
]
