import type { AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import { outcome } from '@caseloom/testkit/outcome'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openForm } from './open-form.ts'

/*
 * What a draft of a workflow reads of linked records, as every person gets it with the form, against an oracle that
 * asks for each linked record on its own: whether the person finds it, who is on its list, and who reads its fields.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261129)
const ROUNDS = 2
let world: RightsWorld

beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 3, records: 5 })
}, 120_000)
afterAll(() => world.close())

type Linked = Record<string, FieldValues[]>

interface Target {
  app: AppView
  /** As the keeper of all sees them. */
  records: readonly RecordView[]
}

/** Facts of a record that conditions can name beside its fields. */
const FACTS = ['id', 'tracking_id', 'created_at', 'updated_at', 'created_by', 'updated_by']

const isClosedTo = (actor: Actor, { readers }: AppView['fields'][number]) =>
  readers !== undefined && !readers.some((id) => actor.principals.includes(id))

/** Records and fields in an answer that these people must not get, and records that they should but don't. */
async function wrongReads(
  app: AppView,
  { actors, linked, target }: { actors: readonly Actor[]; linked: Linked; target: Target },
): Promise<string[]> {
  const wrong: string[] = []
  const guarded = target.app.fields.filter(({ readers }) => readers !== undefined).map(({ key }) => key)
  for (const field of app.fields.filter(({ type }) => type === 'reference')) {
    const got = linked[field.key]
    if (actors.some((actor) => isClosedTo(actor, field))) {
      if (got !== undefined) wrong.push(`${field.key} is read`)
      continue
    }
    const wanted: string[] = []
    for (const { id, restricted } of target.records) {
      const place = { appId: target.app.id, recordId: id }
      const found = await Promise.all(
        actors.map((actor) => outcome(world.records.getRecord(world.scope, actor, place))),
      )
      if (!restricted && found.every((one) => typeof one !== 'string')) wanted.push(id)
    }
    const ids = (got ?? []).map((values) => String(values['id']))
    if (String(ids.toSorted()) !== String(wanted.toSorted()))
      wrong.push(`${field.key}: ${ids.join(' ')} instead of ${wanted.join(' ')}`)
    const keys = new Set((got ?? []).flatMap((values) => Object.keys(values)))
    wrong.push(...guarded.filter((key) => keys.has(key)).map((key) => `${field.key}.${key}`))
  }
  return wrong
}

/** What an answer with a hole would show: every linked record, with fields that all can read or with all of them. */
function withHole(app: AppView, { app: other, records }: Target, hole: 'records' | 'fields'): Linked {
  const guarded = new Set(other.fields.flatMap(({ key, readers }) => (readers === undefined ? [] : [key])))
  const open = ([key]: [string, unknown]) => hole === 'fields' || !guarded.has(key)
  const all = records.map(({ id, fields }) => ({
    id,
    ...Object.fromEntries(Object.entries(fields).filter(open)),
  }))
  const references = app.fields.filter(({ type }) => type === 'reference')
  return Object.fromEntries(references.map(({ key }) => [key, all]))
}

test('people who build an app read with its form what they can read of linked records, and a planted hole is found', async () => {
  let [compared, refused, shown] = [0, 0, 0]
  const holes = { records: 0, fields: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await world.shuffle()
    for (const [at, appId] of world.appIds.entries()) {
      const before = world.appIds[at - 1]
      if (before === undefined) continue
      const app = await world.deps.apps.getApp(world.scope, world.keeper, appId)
      const target = await targetOf(before)
      const { items } = await world.records.searchRecords(world.scope, world.keeper, { appId, limit: 1 })
      const keys = [...target.app.fields.map(({ key }) => key), ...FACTS]
      const ids = target.records.map(({ id }) => id)
      const asked = { appId, reads: { near: keys, far: keys }, linked: { near: ids, far: ids } }
      const roles = app.fields.flatMap(({ readers = [] }) => readers)
      for (const actor of [...world.people, world.keeper])
        for (const [record, role] of [
          [items[0]?.id, undefined],
          [undefined, roles[0]],
        ] as const) {
          const form = await outcome(
            openForm(world.deps, world.scope, actor, {
              ...asked,
              ...(record === undefined ? {} : { record }),
              ...(role === undefined ? {} : { role }),
            }),
          )
          if (typeof form === 'string') {
            refused += 1
            continue
          }
          const viewer = { ...actor, superAdministrator: false, principals: role === undefined ? [] : [role] }
          const actors = role === undefined ? [actor] : [actor, viewer]
          const read = { actors, linked: form.linked, target }
          const where = `${actor.name} in ${app.name}, role ${role}, round ${round}, seed ${SEED}`
          expect(await wrongReads(app, read), where).toEqual([])
          shown += Object.values(form.linked).flat().length
          for (const hole of ['records', 'fields'] as const) {
            const planted = await wrongReads(app, { ...read, linked: withHole(app, target, hole) })
            if (planted.length > 0) holes[hole] += 1
          }
          compared += 1
        }
    }
  }
  expect(Math.min(compared, refused, shown, holes.records)).toBeGreaterThan(0)
  expect(holes.fields).toBe(compared)
  process.stdout.write(
    `form reads oracle, seed ${SEED}: ${compared} forms agree with ${shown} linked records, ${refused} refused, ${holes.records} and ${holes.fields} planted holes found\n`,
  )
}, 120_000)

async function targetOf(appId: string): Promise<Target> {
  const app = await world.deps.apps.getApp(world.scope, world.keeper, appId)
  const { items } = await world.records.searchRecords(world.scope, world.keeper, { appId, limit: 50 })
  return { app, records: items }
}
