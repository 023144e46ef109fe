import { type LookupWrite, WebAddress } from '@caseloom/contract/records/observable-lookups'
import { ObservableKind } from '@caseloom/contract/values/case-fields'
import { canonicalObservable, recognizeObservable } from '@caseloom/contract/values/observable-value'
import { isAnalyst } from '@caseloom/contract/values/verdict'
import { z } from 'zod'
import type { ObservableStepsDoor } from '../../records/observable-steps.door.ts'
import { effectOf, failedStep } from '../effects/effect-of.ts'
import type { EffectAction } from '../effects/effects.ts'

const Said = z.object({
  kind: ObservableKind.optional(),
  value: z.string(),
  verdict: z
    .enum(['malicious', 'suspicious', 'clean', 'benign', 'unknown'])
    .transform((verdict) => (verdict === 'benign' ? 'clean' : verdict)),
  score: z
    .number()
    .nullish()
    .transform((score) => (score === null || score === undefined ? null : Math.round(score))),
  summary: z
    .string()
    .nullish()
    .transform((text) => shortened(text ?? '')),
  link: z
    .union([z.literal('').transform(() => null), WebAddress])
    .nullish()
    .transform((link) => link ?? null),
})
const Input = z.object({
  source: z.string().trim().min(1).max(100),
  lookups: z.array(Said),
  expiresInHours: z.number().positive().nullish(),
})

const DAY_HOURS = 24
const LONGEST = 500

/** `observable.verdict`: stores what a source says of values, whether or not a record holds them yet. */
export function verdictEffect(stored: Pick<ObservableStepsDoor, 'storeLookups'>): EffectAction {
  return effectOf(Input, async ({ source, lookups: said, expiresInHours = DAY_HOURS }, context) => {
    const { scope, actor, idempotencyKey: operationKey } = context
    if (isAnalyst(source))
      return failedStep('step.bad_input', 'source: only people can set verdicts as Analyst')
    const expiresAt =
      expiresInHours === null ? null : new Date(Date.now() + expiresInHours * 3_600_000).toISOString()
    const lookups: LookupWrite[] = []
    for (const [at, one] of said.entries()) {
      const name = nameOf(one)
      if (name === null) return failedStep('step.bad_input', `lookups.${at}.value: isn’t valid for its type`)
      lookups.push({ ...one, ...name, source, expiresAt })
    }
    await stored.storeLookups(scope, actor, { lookups, operationKey })
    const output = lookups.map(({ kind, value, verdict, score }) => ({ kind, value, verdict, score }))
    // It repeats what it was given: steps before it were handed that, and nothing of a record is added.
    return { ok: true, output, touched: [] }
  })
}

function nameOf({ kind, value }: z.output<typeof Said>): Pick<LookupWrite, 'kind' | 'value'> | null {
  if (kind === undefined) return recognizeObservable(value)
  const canonical = canonicalObservable(kind, value)
  return canonical === null ? null : { kind, value: canonical }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}
