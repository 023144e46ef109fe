import { AppUpdate } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { FLAGS } from '@caseloom/testkit/tool-deps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listMyQueue, listUnassigned } from './domains/workspaces/my-work.ts'
import { isFailure } from './platform/errors.ts'

/*
 * The lists of work on the home page against an oracle that reads the plain rows and decides in memory, by the words of
 * docs and design alone. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261128)
const LIMIT = 50
const ROUNDS = 3
const STATES = ['new', 'triage', 'promoted', 'closed']

const PlainApp = z.object({
  id: z.string(),
  sharing: z.array(z.object({ to: z.record(z.string(), z.string()), level: z.string() })).nullable(),
  fields: z.array(z.object({ id: z.string(), key: z.string(), readers: z.array(z.string()).optional() })),
})
const PlainRow = z.looseObject({ id: z.string(), acl: z.array(z.string()).nullable() })
type Plain = z.infer<typeof PlainApp> & { rows: z.infer<typeof PlainRow>[] }

let world: RightsWorld
beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 4, records: 8 })
  const { scope, keeper, people } = world
  const roles = keeper.principals.filter((id) => id !== keeper.id)
  for (const [at, appId] of world.appIds.entries()) {
    await addWorkFields(appId, at, roles)
    const { items } = await world.records.searchRecords(scope, keeper, { appId, limit: 50 })
    for (const [nth, { id: recordId }] of items.entries()) {
      const owner = nth % 3 === 0 ? null : (people[(nth + at) % people.length]?.id ?? null)
      const fields = { state: STATES[(nth + at) % STATES.length] ?? null, owner }
      await world.records.updateRecord(scope, keeper, { appId, recordId, fields })
    }
  }
}, 120_000)
afterAll(() => world.close())

/** A state and an assignee; some apps show one of them to two roles only. */
async function addWorkFields(appId: string, at: number, roles: readonly string[]): Promise<void> {
  const { deps, scope, keeper } = world
  const view = await deps.apps.getApp(scope, keeper, appId)
  const {
    key: _key,
    acronym: _acronym,
    can: _can,
    updatedAt: _at,
    id: _id,
    removedFields: _gone,
    ...rest
  } = view
  const closedTo = (nth: number) => (at % 3 === nth ? { readers: roles.slice(0, 2) } : {})
  const options = STATES.map((key) => ({ key, label: key }))
  const fields = [
    ...view.fields,
    { key: 'state', label: 'State', type: 'selection', display: 'state', options, ...closedTo(1) },
    { key: 'owner', label: 'Owner', type: 'user', ...closedTo(2) },
  ]
  await deps.apps.updateApp(scope, keeper, {
    ...AppUpdate.parse({ ...rest, fields, assigneeField: 'owner' }),
    appId,
  })
}

async function readPlain(): Promise<Plain[]> {
  return world.scope.read(async (tx) => {
    const apps = await tx.query<{ id: string; definition: object }>(
      'select id, definition from caseloom.app where tenant_id = $1',
      [tx.tenantId],
    )
    const found: Plain[] = []
    for (const { id, definition } of apps) {
      const app = PlainApp.parse({ sharing: null, ...definition, id })
      const table = `"${tx.schema}"."a_${id.replaceAll('-', '')}"`
      const rows = await tx.query(`select * from ${table} where deleted_at is null`)
      found.push({ ...app, rows: z.array(PlainRow).parse(rows) })
    }
    return found
  })
}

/** Sorted ids of what the list has to hold for the actor; a code where it has to refuse. */
function wanted(
  plain: readonly Plain[],
  actor: Actor,
  isWanted: (owner: unknown) => boolean,
): string[] | string {
  if (!actor.permissions.has('record:read')) return 'right.missing'
  if (!actor.permissions.has('app:read')) return []
  const isOneOf = (ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))
  return plain
    .flatMap((app) => {
      if (app.sharing !== null && !isOneOf(app.sharing.flatMap(({ to }) => Object.values(to)))) return []
      const columns = ['state', 'owner'].map((key) => app.fields.find((field) => field.key === key))
      const [state, owner] = columns
      if (state === undefined || owner === undefined) throw new Error('A field is missing')
      if (![state, owner].every(({ readers }) => readers === undefined || isOneOf(readers))) return []
      const column = ({ id }: { id: string }) => `f_${id.replaceAll('-', '')}`
      return app.rows
        .filter(({ acl }) => acl === null || isOneOf(acl))
        .filter((row) => !['promoted', 'closed'].includes(String(row[column(state)])))
        .filter((row) => isWanted(row[column(owner)]))
        .map(({ id }) => id)
    })
    .toSorted()
}

test('the lists of work hold what their reader may see, and nothing else, in rows and totals', async () => {
  const { scope, deps, records, people, keeper } = world
  const needs = {
    apps: deps.apps,
    records,
    flags: async () => FLAGS,
  }
  let [listed, withheld] = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await readPlain()
    for (const actor of [...people, keeper])
      for (const [list, isWanted] of [
        [listMyQueue, (owner: unknown) => owner === actor.id],
        [listUnassigned, (owner: unknown) => owner === null],
      ] as const) {
        const right = wanted(plain, actor, isWanted)
        const got = await list(needs, scope, actor, LIMIT).then(
          ({ items, total }) => ({
            ids: items.map(({ record }) => String(record.id)).toSorted(),
            total: total.value,
          }),
          (error: unknown) => (isFailure(error) ? error.code : Promise.reject(error)),
        )
        const expected = typeof right === 'string' ? right : { ids: right, total: right.length }
        expect(got, `${list.name} of ${actor.name}, round ${round}, seed ${SEED}`).toEqual(expected)
        const all = wanted(plain, { ...keeper, principals: allOf(plain, actor) }, isWanted)
        if (typeof right === 'string') continue
        listed += right.length
        withheld += all.length - right.length
      }
    await world.shuffle()
  }
  expect(listed, `seed ${SEED}`).toBeGreaterThan(0)
  expect(withheld, `seed ${SEED}`).toBeGreaterThan(0)
}, 120_000)

/** Principals of someone who would see everything. */
function allOf(plain: readonly Plain[], actor: Actor): string[] {
  const named = plain.flatMap(({ sharing, fields, rows }) => [
    ...(sharing ?? []).flatMap(({ to }) => Object.values(to)),
    ...fields.flatMap(({ readers = [] }) => readers),
    ...rows.flatMap(({ acl }) => acl ?? []),
  ])
  return [...actor.principals, ...named]
}
