import { tryFieldChange } from '@caseloom/contract/apps/field-change'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { call } from '../../../data/call.ts'

type Answer = RouteReply<typeof tryFieldChange>
/** Partial result of a type trial. */
export type Trial = Omit<Answer, 'next'>

const MAX_SHOWN = 50

interface Asked {
  tenantId: string
  appId: string
  field: FieldInput
  signal: AbortSignal
}

/** Tries the conversion on all records, a few thousand at a time; yields the running total. */
export async function* trialsOf({ tenantId, appId, field, signal }: Asked): AsyncGenerator<Trial> {
  let sum: Trial = { examined: 0, converts: 0, fails: 0, examples: [] }
  let after: Answer['next'] = null
  do {
    const answer: Answer = await call(tryFieldChange, {
      params: { tenantId, appId },
      body: { field, ...(after === null ? {} : { after }) },
      signal,
    })
    const known = new Set(sum.examples.map(({ value }) => value))
    const fresh = answer.examples.filter(({ value }) => !known.has(value))
    sum = {
      examined: sum.examined + answer.examined,
      converts: sum.converts + answer.converts,
      fails: sum.fails + answer.fails,
      examples: [...sum.examples, ...fresh].slice(0, MAX_SHOWN),
    }
    yield sum
    after = answer.next
  } while (after !== null)
}
