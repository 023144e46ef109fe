import { z } from 'zod'

/** What a source says of an observable, worst first. */
export const VERDICTS = ['malicious', 'suspicious', 'clean', 'unknown'] as const
export const Verdict = z.enum(VERDICTS)
export type Verdict = z.infer<typeof Verdict>

/** The source of what people decide; no playbook and no other system may write under it. */
export const ANALYST = 'Analyst'

/** True for the reserved source, however it is written. */
export function isAnalyst(source: string): boolean {
  return source.trim().toLowerCase() === ANALYST.toLowerCase()
}

/** What counts of a lookup. */
export interface Judgment {
  source: string
  verdict: Verdict
  /** From 0 (harmless) to 100 (harmful). */
  score: number | null
  expiresAt: string | null
}

export const OverallVerdict = z.object({
  verdict: Verdict,
  score: z.number().int().min(0).max(100).nullable(),
  /** The source whose word it is; null when no lookup counts. */
  source: z.string().nullable(),
})
export type OverallVerdict = z.infer<typeof OverallVerdict>

/** True once a result no longer counts; one without an end always counts. */
export function isExpired({ expiresAt }: Pick<Judgment, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}

/**
 * The verdict on a value: an analyst’s word if there is one, otherwise the worst of its results that have not expired,
 * with the highest score among those that agree. Unknown without any.
 */
export function overallVerdict(results: readonly Judgment[], now: number): OverallVerdict {
  const current = results.filter((one) => !isExpired(one, now))
  const first = current.find(({ source }) => isAnalyst(source)) ?? current.toSorted(byWeight)[0]
  if (first === undefined) return { verdict: 'unknown', score: null, source: null }
  const { verdict, score, source } = first
  return { verdict, score, source }
}

function byWeight(a: Judgment, b: Judgment): number {
  const worse = VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict)
  return worse || (b.score ?? -1) - (a.score ?? -1) || (a.source < b.source ? -1 : 1)
}
