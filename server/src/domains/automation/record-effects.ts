import { Filter } from '@caseloom/contract/filter'
import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import type { RecordView } from '@caseloom/contract/records'
import { z } from 'zod'
import type { RecordsDoor } from '../records/records.door.ts'
import type { EffectAction, EffectActions, EffectContext, EffectOutcome } from './effects.ts'
import type { TouchedRecord } from './history.store.ts'

type Records = Pick<
  RecordsDoor,
  'createRecord' | 'updateRecord' | 'upsertRecord' | 'getRecord' | 'searchRecords'
>

const Values = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null)
const Create = z.object({ app: z.string(), set: Values })
const Update = z.object({ app: z.string(), id: z.string(), set: Values })
const Upsert = z.object({ app: z.string(), match: Values, set: Values, create: Values.optional() })
const Get = z.object({ app: z.string(), id: z.string() })
const Search = z.object({
  app: z.string(),
  filter: Filter.optional(),
  text: z.string().optional(),
  sort: z
    .array(z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) }))
    .max(3)
    .optional(),
  limit: z.number().int().min(1).max(1_000).default(50),
})

/**
 * Steps on records, through the same door as people: with the rights of the run, each change in a transaction of its
 * own that remembers the step's key, so that a repetition after a crash answers what was done and does nothing.
 */
export function recordEffects({ records }: { records: Records }): EffectActions {
  return new Map<string, EffectAction>([
    [
      'record.create',
      action(Create, async ({ app: appId, set: fields }, { scope, actor, idempotencyKey: operationKey }) =>
        one(await records.createRecord(scope, actor, { appId, fields, operationKey })),
      ),
    ],
    [
      'record.update',
      action(Update, async ({ app: appId, id: recordId, set: fields }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        return one(await records.updateRecord(scope, actor, { appId, recordId, fields, operationKey }))
      }),
    ],
    [
      'record.upsert',
      action(Upsert, async ({ app: appId, match, set, create }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        return one(await records.upsertRecord(scope, actor, { appId, match, set, create, operationKey }))
      }),
    ],
    [
      'record.get',
      action(Get, async ({ app: appId, id: recordId }, { scope, actor }) =>
        one(await records.getRecord(scope, actor, { appId, recordId })),
      ),
    ],
    [
      'record.search',
      action(Search, async ({ app: appId, ...search }, { scope, actor }) => {
        const page = await records.searchRecords(scope, actor, { appId, ...search })
        const items = page.items.map(plain)
        return { ok: true, output: { items, more: page.next !== null }, touched: page.items.map(touched) }
      }),
    ],
  ])
}

function action<Input extends z.ZodType>(
  schema: Input,
  perform: (input: z.output<Input>, context: EffectContext) => Promise<EffectOutcome>,
): EffectAction {
  return {
    internal: true,
    async perform(input, context) {
      const parsed = schema.safeParse(input)
      if (parsed.success) return perform(parsed.data, context)
      const message = parsed.error.issues
        .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
        .join('; ')
      return { ok: false, error: { code: 'step.bad_input', message, retryable: false } }
    },
  }
}

function one(record: RecordView): EffectOutcome {
  return { ok: true, output: plain(record), touched: [touched(record)] }
}

function touched(record: RecordView): TouchedRecord {
  return { appId: record.appId, recordId: record.id, trackingId: record.trackingId }
}

/** What a step passes on of a record; what one may do with it is no business of later steps. */
function plain({ can: _can, ...record }: RecordView): JsonValue {
  // A record view is JSON: texts, numbers and values that came as JSON.
  return record as unknown as JsonValue
}
