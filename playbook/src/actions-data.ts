import { OBSERVABLE_KINDS } from '@caseloom/contract/values/case-fields'
import { z } from 'zod'
import { type ActionSpec, AnyJson, Lazy, objectSchema } from './action-spec.ts'
import { Duration } from './document.ts'
import { parseDuration } from './duration.ts'

const LONGEST_SCRIPT_MS = 30_000

const Script = z.strictObject({
  code: z.string().min(1).max(100_000),
  input: AnyJson.optional(),
  timeout: Duration.refine(
    (text) => (parseDuration(text) ?? 0) <= LONGEST_SCRIPT_MS,
    'must not be longer than 30s',
  ).optional(),
})

/** Actions that make values of values. */
export const dataActions: readonly ActionSpec[] = [
  {
    name: 'data.transform',
    title: 'Transform data',
    description: 'Builds a value from earlier results.',
    kind: 'pure',
    input: z.strictObject({ value: AnyJson }),
    absent: { value: null },
  },
  {
    name: 'data.filter',
    title: 'Filter a list',
    description: 'Returns the items of a list that match a condition.',
    kind: 'pure',
    input: z.strictObject({ items: z.array(AnyJson), where: Lazy }),
    lazy: ['where'],
    output: { type: 'array' },
  },
  {
    name: 'data.template',
    title: 'Write text',
    description: 'Fills results into a text template.',
    kind: 'pure',
    input: z.strictObject({ text: z.string() }),
    absent: { text: '' },
    output: { type: 'string' },
  },
  {
    name: 'observable.extract',
    title: 'Extract observables',
    description: 'Finds IP addresses, domains, hashes, email addresses, and other observables in a text.',
    kind: 'pure',
    input: z.strictObject({
      text: z.string(),
      kinds: z.array(z.enum(OBSERVABLE_KINDS)).max(OBSERVABLE_KINDS.length).optional(),
    }),
    absent: { text: '' },
    output: {
      type: 'array',
      items: objectSchema({
        kind: { type: 'string', enum: [...OBSERVABLE_KINDS] },
        value: { type: 'string' },
      }),
    },
  },
  {
    name: 'code.script',
    title: 'Run a script',
    description:
      'Runs JavaScript on a value in a sandbox without network or file access. Returns its result and log.',
    kind: 'effect',
    local: 'values',
    input: Script,
    constant: ['code'],
    required: ['code'],
    output: objectSchema({ result: {}, log: { type: 'string' } }),
    timeoutMs: LONGEST_SCRIPT_MS + 5_000,
  },
]
