import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Grant, Sharing } from '@caseloom/contract/kernel/sharing'
import { RoleId } from '@caseloom/contract/kernel/ids'
import { HomePageCreate } from '@caseloom/contract/workspaces/home-pages'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { FLAGS } from '@caseloom/testkit/tool-deps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readHome } from './domains/workspaces/home-page.ts'
import { getHomePage, listHomePages } from './domains/workspaces/read-home-pages.ts'
import { chooseHomePage, createHomePage, saveHomePage } from './domains/workspaces/save-home-page.ts'
import { isFailure } from './platform/errors.ts'

/*
 * Home pages against an oracle that reads the plain rows and decides in memory, by the words of the help page alone. It
 * shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261129)
const ROUNDS = 3

const Plain = z.object({
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  sharing: z.array(z.object({ to: z.record(z.string(), z.string()), level: z.string() })).nullable(),
  defaults: z.array(z.string()),
})
type Plain = z.infer<typeof Plain>

let world: RightsWorld
let deps: Parameters<typeof readHome>[0]
/** Every other person shares no home pages and manages none that they weren't given. */
const everyone = () =>
  [...world.people, world.keeper].map((actor, at) => (at % 2 === 0 ? actor : without(actor)))

function without(actor: Actor): Actor {
  const permissions = [...actor.permissions].filter((one) => one !== 'workspace:manage')
  return { ...actor, permissions: new Set(permissions) }
}

beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 1, records: 1 })
  deps = {
    apps: world.deps.apps,
    records: world.records,
    people: async () => [],
    playbooks: async () => [],
    flags: async () => FLAGS,
  }
  const { scope, keeper } = world
  const all = everyone()
  for (const [at, owner] of all.entries()) {
    await createHomePage(deps, scope, by(owner), HomePageCreate.parse({ name: `Own ${at}` }))
    const lead = { ...owner, permissions: new Set([...owner.permissions, 'workspace:manage' as const]) }
    const next = all[(at + 1) % all.length] ?? keeper
    await createHomePage(
      deps,
      scope,
      by(lead),
      HomePageCreate.parse({ name: `Shared ${9 - at}`, ...audience(next, at) }),
    )
  }
}, 120_000)
afterAll(() => world.close())

function by(actor: Actor) {
  return { actor, ip: null }
}

/** With a role, group, or user of someone, which one changes with the round; now and then with everyone. */
function audience(someone: Actor, at: number): { sharing: Sharing; defaultFor: RoleId[] } {
  const principal = someone.principals[at % someone.principals.length] ?? ''
  const role = RoleId.parse(principal)
  const grant: Grant = { to: { roleId: role }, level: at % 2 === 0 ? 'read' : 'manage' }
  return { sharing: at % 5 === 4 ? null : [grant], defaultFor: [role] }
}

function readPlain(): Promise<Plain[]> {
  return world.scope.read((tx) =>
    tx.rows(
      Plain,
      `select id, owner_id as owner, name, sharing, default_for as defaults from caseloom.home_page
        where tenant_id = $1`,
      [tx.tenantId],
    ),
  )
}

const holds = (actor: Actor, ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))

/** What the actor may do with a page; `isHoled` forgets that a page of one's own is personal. */
function standing(actor: Actor, { owner, sharing }: Plain, isHoled = false): 'none' | 'read' | 'manage' {
  const isManager = actor.permissions.has('workspace:manage')
  if (owner === actor.id) return 'manage'
  if (isManager && (isHoled || sharing === null || sharing.length > 0)) return 'manage'
  const granted = (level?: string) =>
    (sharing ?? [])
      .filter((grant) => level === undefined || grant.level === level)
      .flatMap(({ to }) => Object.values(to))
  if (holds(actor, granted('manage'))) return 'manage'
  return sharing === null || holds(actor, granted()) ? 'read' : 'none'
}

function homeOf(actor: Actor, plain: readonly Plain[]): string | null {
  const mine = plain.filter((page) => holds(actor, page.defaults) && standing(actor, page) !== 'none')
  return mine.map(({ name }) => name).toSorted()[0] ?? null
}

function code(error: unknown): string {
  if (isFailure(error)) return error.code
  throw error
}

/** What the product says of each page: its standing by the view, and by a change that alters nothing. */
async function said(actor: Actor, { id }: Plain): Promise<string> {
  const { scope } = world
  const view = await getHomePage(deps, scope, actor, id).catch(code)
  if (typeof view === 'string') return view === 'resource.not_found' ? 'none' : view
  const { name, widgets, sharing, defaultFor, revision } = view
  const body = HomePageCreate.parse({ name, widgets, sharing, defaultFor })
  const changed = await saveHomePage(deps, scope, by(actor), { homePageId: id, revision, ...body }).then(
    () => 'manage',
    code,
  )
  expect(view.can.manage).toBe(changed === 'manage')
  return changed === 'right.missing' ? 'read' : changed
}

test('home pages are open to those they are shared with and no one else, and a planted hole is found', async () => {
  const { scope } = world
  let [hidden, readOnly, planted, defaults] = [0, 0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await readPlain()
    for (const actor of everyone()) {
      const where = `${actor.name}, round ${round}, seed ${SEED}`
      for (const page of plain) {
        const right = standing(actor, page)
        const got = await said(actor, page)
        expect(got, `${page.name} of ${where}`).toBe(right)
        if (right === 'none') {
          const choosing = chooseHomePage(deps, scope, { actor, page: page.id }).then(
            () => 'went through',
            code,
          )
          expect(await choosing, where).toBe('resource.not_found')
          hidden += 1
        }
        if (right === 'read') readOnly += 1
        if (got !== standing(actor, page, true)) planted += 1
      }
      const { items } = await listHomePages(deps, scope, actor)
      const wanted = plain.filter((page) => standing(actor, page) !== 'none').map(({ name }) => name)
      expect(items.map(({ name }) => name).toSorted(), where).toEqual(wanted.toSorted())
      const { page: home } = await readHome(deps, scope, actor)
      expect(home?.name ?? null, where).toBe(homeOf(actor, plain))
      if (home !== null) defaults += 1
    }
    await world.shuffle()
  }
  const least = Math.min(hidden, readOnly, planted, defaults)
  expect(least, `seed ${SEED}`).toBeGreaterThan(0)
}, 120_000)
