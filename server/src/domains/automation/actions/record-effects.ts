import { Filter } from '@caseloom/contract/values/filter'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { RecordsDoor } from '../../records/records.door.ts'
import type { EffectAction, EffectActions } from '../effects/effects.ts'
import { effectOf, plainRecord, recordOutcome, touchedRecords } from '../effects/effect-of.ts'
import { quotingRecords } from './quoted-records.ts'

type Records = Pick<
  RecordsDoor,
  'createRecord' | 'updateRecord' | 'upsertRecord' | 'getRecord' | 'searchRecords' | 'touches'
>

const Values = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null)
const Create = z.object({ app: z.string(), set: Values, template: z.string().optional() })
const Update = z.object({ app: z.string(), id: z.string(), set: Values })
const Upsert = z.object({ app: z.string(), match: Values, set: Values, create: Values.optional() })
const Names = z.array(z.string().min(1)).max(1_000)
const Link = z
  .object({
    app: z.string(),
    id: z.string(),
    field: z.string(),
    add: Names.optional(),
    remove: Names.optional(),
  })
  .refine(({ add = [], remove = [] }) => add.length + remove.length > 0, 'requires records to add or remove')
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
 * Steps on records, through the same door as people: with the permissions of the run, each change in its own
 * transaction that stores the step's key, so that a repetition after a crash returns the first result and does nothing.
 */
export function recordEffects({ records }: { records: Records }): EffectActions {
  const actions = new Map<string, EffectAction>([
    [
      'record.create',
      effectOf(Create, async ({ app: appId, set: fields, template }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        return recordOutcome(
          await records.createRecord(scope, actor, { appId, fields, template, operationKey }),
        )
      }),
    ],
    [
      'record.update',
      effectOf(Update, async ({ app: appId, id: recordId, set: fields }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        return recordOutcome(
          await records.updateRecord(scope, actor, { appId, recordId, fields, operationKey }),
        )
      }),
    ],
    [
      'record.upsert',
      effectOf(Upsert, async ({ app: appId, match, set, create }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        return recordOutcome(
          await records.upsertRecord(scope, actor, { appId, match, set, create, operationKey }),
        )
      }),
    ],
    [
      'record.link',
      effectOf(Link, async ({ app: appId, id: recordId, field, add, remove }, context) => {
        const { scope, actor, idempotencyKey: operationKey } = context
        const wish = { ...(add === undefined ? {} : { add }), ...(remove === undefined ? {} : { remove }) }
        const fields: JsonObject = { [field]: wish }
        return recordOutcome(
          await records.updateRecord(scope, actor, { appId, recordId, fields, operationKey }),
        )
      }),
    ],
    [
      'record.get',
      effectOf(Get, async ({ app: appId, id: recordId }, { scope, actor }) =>
        recordOutcome(await records.getRecord(scope, actor, { appId, recordId })),
      ),
    ],
    [
      'record.search',
      effectOf(Search, async ({ app: appId, ...search }, { scope, actor }) => {
        const page = await records.searchRecords(scope, actor, { appId, ...search })
        const items = page.items.map(plainRecord)
        return {
          ok: true,
          output: { items, more: page.next !== null },
          touched: [
            // What was found, or that nothing was, says something of the fields that were searched.
            await records.touches.ofApp(scope, actor, { idOrKey: appId }),
            ...touchedRecords(page.items),
          ],
        }
      }),
    ],
  ])
  return quotingRecords(records.touches, actions)
}
