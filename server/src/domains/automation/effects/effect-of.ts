import type { RecordView } from '@caseloom/contract/records/records'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { z } from 'zod'
import type { EffectAction, EffectContext, EffectOutcome } from './effects.ts'
import { mergedTouches } from '@caseloom/contract/records/touches'
import { linkedTouches, touchOf } from '../../records/touches.door.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'

/** An effect on our own database whose input is parsed first. */
export function effectOf<Input extends z.ZodType>(
  schema: Input,
  perform: (input: z.output<Input>, context: EffectContext) => Promise<EffectOutcome>,
  more: Pick<EffectAction, 'masked'> = {},
): EffectAction {
  return {
    ...more,
    async perform(input, context) {
      const parsed = schema.safeParse(input)
      if (parsed.success) return perform(parsed.data, context)
      const texts = parsed.error.issues.map(({ path, message }) =>
        path.length === 0 ? message : `${path.join('.')}: ${message}`,
      )
      return failedStep('step.bad_input', texts.join('; '))
    },
  }
}

/** A failure that a retry can't fix. */
export function failedStep(code: string, message: string, detail?: JsonValue): EffectOutcome {
  return {
    ok: false,
    error: { code, message, retryable: false, ...(detail === undefined ? {} : { detail }) },
  }
}

/** A record as the output of a step. */
export function recordOutcome(record: RecordView): EffectOutcome {
  return { ok: true, output: plainRecord(record), touched: touchedRecords([record]) }
}

/** The records with those that their reference fields show. */
export function touchedRecords(records: readonly RecordView[]): TouchedRecord[] {
  const [own, linked] = [records.map(touchOf), records.flatMap(linkedTouches)]
  return mergedTouches([...own, ...linked.map((one) => ({ ...one, aside: true as const }))])
}

/** What a step passes on of a record; what one may do with it is no business of later steps. */
export function plainRecord({ can: _can, ...record }: RecordView): JsonValue {
  // A record view is JSON: texts, numbers and values that came as JSON.
  return record as unknown as JsonValue
}
