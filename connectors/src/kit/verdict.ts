import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { JsonValue as Json } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { asText, fill, valueAt } from './template.ts'

/** What an enrichment says of an observable, the same for every connector. */
const VERDICTS = ['malicious', 'suspicious', 'benign', 'unknown'] as const
const Verdict = z.enum(VERDICTS)
const Place = z.string().max(300)

/** How an answer becomes a verdict; places are those of the output, after `pick`. */
export const ManifestVerdict = z.strictObject({
  /** In order; the first that holds says it: a number reaches `atLeast`, a value is `is`, or there is one (`exists`). */
  rules: z
    .array(
      z
        .strictObject({
          verdict: Verdict,
          at: Place,
          atLeast: z.number().optional(),
          is: Json.optional(),
          exists: z.literal(true).optional(),
        })
        .refine(
          ({ atLeast, is, exists }) =>
            [atLeast, is, exists].filter((test) => test !== undefined).length === 1,
          'requires one of atLeast, is, and exists',
        ),
    )
    .min(1),
  otherwise: Verdict.default('benign'),
  /** From 0 to 100: the value at the place, out of a number or of the sum of other places. */
  score: z
    .strictObject({ at: Place, outOf: z.union([z.number().positive(), z.array(Place).min(1)]) })
    .optional(),
  /** Templates over the output, `{input.name}` and `{settings.name}`. */
  summary: z.string().max(500),
  link: z.string().max(1_000),
  /** True: a 404 means that the service knows nothing of it, which is an answer. */
  missing: z.boolean().default(false),
  /** For services that answer 200 when they know nothing of it: `{at: 'status', is: 'no_results'}`. */
  nothing: z.strictObject({ at: Place, is: Json }).optional(),
})
export type ManifestVerdict = z.infer<typeof ManifestVerdict>
type VerdictRule = ManifestVerdict['rules'][number]

/** JSON Schema of the output of an action with a verdict. */
export function verdictSchema(raw: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    properties: {
      verdict: { type: 'string', title: 'Verdict', enum: [...VERDICTS] },
      score: { type: ['number', 'null'], title: 'Score', description: 'From 0 (harmless) to 100 (harmful)' },
      summary: { type: 'string', title: 'Summary' },
      link: { type: 'string', title: 'Link to the report' },
      raw: { ...raw, title: 'Response of the service' },
    },
    required: ['verdict', 'score', 'summary', 'link', 'raw'],
  }
}

/** The verdict on an output; `unknown` for null, when the service knows nothing. */
export function judged(
  how: ManifestVerdict,
  raw: JsonValue,
  given: { input: JsonObject; settings: JsonObject },
): JsonValue {
  const scope: JsonObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? raw : { raw }
  const link = asText(fill(how.link, { ...scope, ...given }))
  if (raw === null || (how.nothing !== undefined && holdsIn(raw, how.nothing)))
    return { verdict: 'unknown', score: null, summary: 'Nothing is known about it', link, raw }
  const rule = how.rules.find((one) => holdsIn(raw, one))
  return {
    verdict: rule?.verdict ?? how.otherwise,
    score: scoreOf(how, raw),
    summary: asText(fill(how.summary, { ...scope, ...given })),
    link,
    raw,
  }
}

function holdsIn(raw: JsonValue, { at, atLeast, is, exists }: Omit<VerdictRule, 'verdict'>): boolean {
  const value = valueAt(raw, at)
  if (exists === true) return value !== undefined && value !== null
  if (atLeast !== undefined) return typeof value === 'number' && value >= atLeast
  return value !== undefined && JSON.stringify(value) === JSON.stringify(is)
}

function scoreOf({ score }: ManifestVerdict, raw: JsonValue): number | null {
  if (score === undefined) return null
  const value = numberAt(raw, score.at)
  const whole = Array.isArray(score.outOf)
    ? score.outOf.reduce((sum, place) => sum + (numberAt(raw, place) ?? 0), 0)
    : score.outOf
  if (value === null || whole === 0) return null
  return Math.round(Math.min(1, Math.max(0, value / whole)) * 100)
}

function numberAt(raw: JsonValue, place: string): number | null {
  const value = valueAt(raw, place)
  return typeof value === 'number' ? value : null
}
