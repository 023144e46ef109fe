import type { AppView } from '@caseloom/contract/apps/apps'
import type { AppMembers } from '@caseloom/contract/apps/app-members'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appMembers, type TenantMembers } from './domains/apps/reading/app-members.ts'
import { isFailure } from './platform/errors.ts'

/*
 * What the table of members says of every person and every role is compared with what the product then lets this person do: open the
 * app, create in it, change a record, build it, and read its fields.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261124)
let world: RightsWorld
let people: TenantMembers
beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 8, apps: 4, records: 3 })
  people = {
    roles: async () => roleIds().map((id) => ({ id, name: id, permissions: someone(id).permissions })),
    actors: async () => world.people.map((actor) => ({ actor, roles: [] })),
  }
}, 120_000)
afterAll(() => world.close())

/** The keeper has every role of the world. */
const roleIds = () => world.keeper.principals.filter((id) => id !== world.keeper.id)
/** A user who has one role, and is named nowhere. */
const someone = (role: string) => anActor(world.scope, { name: `Role ${role}`, principals: [role] })

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (isFailure(error)) return false
      throw error
    },
  )

const definitionOf = ({ sharing, fields }: AppView) => ({
  sharing,
  fields: fields.flatMap(({ key, readers, writers }) =>
    readers === undefined && writers === undefined ? [] : [{ key, readers, writers }],
  ),
  layouts: [],
})

/** What differs between the table and the product for one person. */
async function differences(
  app: AppView,
  actor: Actor,
  { can, hidden }: Pick<AppMembers['people'][number], 'can' | 'hidden'>,
): Promise<string[]> {
  const view = await world.deps.apps.getApp(world.scope, actor, app.id).catch(() => null)
  const page = await world.records
    .searchRecords(world.scope, actor, { appId: app.id, limit: 1 })
    .catch((error: unknown) => {
      if (isFailure(error)) return null
      throw error
    })
  const record = page?.items[0]
  const leaked = hidden.filter((key) => record !== undefined && Object.hasOwn(record.fields, key))
  const known = new Set(view?.fields.map(({ key }) => key))
  for (const key of view?.ownHidden ?? []) known.delete(key)
  const closed = app.fields.flatMap(({ key }) => (known.has(key) ? [] : [key]))
  return [
    ...(view === null || closed.join() === hidden.join() ? [] : ['hidden']),
    ...((page !== null) === can.see ? [] : ['see']),
    ...(view === null || view.can.createRecord === can.create ? [] : ['create']),
    ...(view === null || view.can.build === can.manage ? [] : ['manage']),
    ...(record !== undefined && record.can.update && !can.edit ? ['edit'] : []),
    ...leaked,
  ]
}

test('the table of members says what the product allows, and a planted hole is found', async () => {
  let [compared, planted, plantedForRoles, refused] = [0, 0, 0, 0]
  for (const appId of world.appIds) {
    const app = await world.deps.apps.getApp(world.scope, world.keeper, appId)
    const ask = (actor: Actor, sharing = app.sharing) => {
      const { deps, scope } = world
      return appMembers({ ...deps, people }, scope, actor, { ...definitionOf(app), sharing, appId })
    }
    const [asked, open] = [await ask(world.keeper), await ask(world.keeper, null)]
    for (const [at, actor] of world.people.entries()) {
      const [row, wrong] = [asked.people[at], open.people[at]]
      if (row === undefined || wrong === undefined) throw new Error('Someone is missing')
      expect(await differences(app, actor, row), `${actor.name}, seed ${SEED}`).toEqual([])
      planted += (await differences(app, actor, wrong)).length
      compared += 1
      const may = await succeeds(ask(actor))
      expect(may, `${actor.name}, seed ${SEED}`).toBe(row.can.manage)
      if (!may) refused += 1
    }
    for (const [at, id] of roleIds().entries()) {
      const [row, wrong] = [asked.roles[at], open.roles[at]]
      if (row === undefined || wrong === undefined) throw new Error('A role is missing')
      expect(await differences(app, someone(id), row), `role ${id}, seed ${SEED}`).toEqual([])
      plantedForRoles += (await differences(app, someone(id), wrong)).length
    }
  }
  expect(Math.min(compared, planted, plantedForRoles, refused)).toBeGreaterThan(0)
}, 120_000)
