import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import { outcome } from '@caseloom/testkit/outcome'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAttackEvents } from '../export-attack-events.ts'
import { listAttackEvents } from './list-attack-events.ts'
import { addAttackEvent } from './write-attack-event.ts'

/*
 * The attack events of every record as every person sees them, against an oracle that reads the plain rows: a record has
 * readers, and so has each asset. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261129)
const ROUNDS = 2
let world: RightsWorld
/** Assets of the events of a record, by its ID; every event has one. */
const assets = new Map<string, string[]>()

interface PlainApp {
  id: string
  key: string
  sharing: { to: Record<string, string>; level: string }[] | null
  records: Map<string, string[] | null>
}

beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 3, records: 6 })
}, 120_000)
afterAll(() => world.close())

async function readPlain(): Promise<PlainApp[]> {
  return world.scope.read(async (tx) => {
    const apps = await tx.query<{ id: string; definition: Pick<PlainApp, 'key' | 'sharing'> }>(
      'select id, definition from caseloom.app where tenant_id = $1',
      [tx.tenantId],
    )
    const plain: PlainApp[] = []
    for (const { id, definition } of apps) {
      const rows = await tx.query<{ id: string; acl: string[] | null }>(
        `select id, acl from "${tx.schema}"."a_${id.replaceAll('-', '')}" where deleted_at is null order by id`,
      )
      const records = new Map(rows.map((row) => [row.id, row.acl]))
      plain.push({ id, key: definition.key, sharing: definition.sharing ?? null, records })
    }
    return plain
  })
}

const isIn = (actor: Actor, ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))

function sees(plain: readonly PlainApp[], actor: Actor, recordId: string): boolean {
  return plain.some(({ sharing, records }) => {
    const acl = records.get(recordId)
    if (acl === undefined || !actor.permissions.has('record:read')) return false
    const isShared = sharing === null || sharing.some(({ to }) => isIn(actor, Object.values(to)))
    return isShared && (acl === null || isIn(actor, acl))
  })
}

const named = (items: readonly AttackEventView[]) =>
  items.flatMap(({ asset }) => asset?.record?.id ?? []).toSorted()

/** Assets that a view shows though its reader can't see them, or hides though they can. */
function wrongAssets(
  plain: readonly PlainApp[],
  actor: Actor,
  recordId: string,
  items: readonly AttackEventView[],
): string[] {
  const wanted = (assets.get(recordId) ?? []).filter((id) => sees(plain, actor, id)).toSorted()
  const shown = named(items)
  const strange = shown.filter((id) => !wanted.includes(id))
  return [...strange, ...wanted.filter((id) => !shown.includes(id))]
}

async function addEvents(plain: readonly PlainApp[]): Promise<void> {
  for (const { id: appId, records } of plain)
    for (const [at, recordId] of [...records.keys()].entries())
      for (const other of plain) {
        const asset = [...other.records.keys()][(at + 1) % other.records.size]
        if (asset === undefined) throw new Error('An app without records')
        const event = {
          happenedAt: '2026-11-22T22:14:06.000Z',
          type: 'other' as const,
          text: 'Seen on it',
          asset: { appId: other.id, recordId: asset },
        }
        const added = await outcome(
          addAttackEvent(world.deps, world.scope, world.keeper, { appId, recordId, event }),
        )
        // Locked by someone else.
        if (typeof added === 'string') continue
        assets.set(recordId, [...(assets.get(recordId) ?? []), asset])
      }
}

async function exported(actor: Actor, plain: readonly PlainApp[]): Promise<string[]> {
  const leaked: string[] = []
  for (const { lines } of await exportAttackEvents(world.deps)(world.scope, actor))
    for await (const line of lines()) {
      const text = JSON.stringify(line)
      const all = plain.flatMap(({ records }) => [...records.keys()])
      leaked.push(...all.filter((id) => text.includes(id) && !sees(plain, actor, id)))
    }
  return leaked
}

test('people get the attack events of records that they can read, with the assets that they can read, and a planted hole is found', async () => {
  await addEvents(await readPlain())
  let [compared, refused, holes] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await world.shuffle()
    const plain = await readPlain()
    for (const [at, actor] of world.people.entries()) {
      // The other doors have a memory of their own of what is shared.
      const deps = at % 2 === 0 ? world.deps : { ...world.deps, apps: world.others.apps }
      for (const { id: appId, records } of plain)
        for (const recordId of records.keys()) {
          const place = { appId, recordId }
          const list = await outcome(listAttackEvents(deps, world.scope, actor, place))
          if (!sees(plain, actor, recordId)) {
            expect(['resource.not_found', 'right.missing'], `${actor.name}, seed ${SEED}`).toContain(list)
            refused += 1
            continue
          }
          if (typeof list === 'string') throw new Error(`${actor.name} was refused: ${list}, seed ${SEED}`)
          expect(list.items.length).toBe(assets.get(recordId)?.length ?? 0)
          expect(wrongAssets(plain, actor, recordId, list.items), `${actor.name}, seed ${SEED}`).toEqual([])
          compared += 1
          // The hole: the same list as if the keeper had asked.
          const whole = await listAttackEvents(deps, world.scope, world.keeper, place)
          if (wrongAssets(plain, actor, recordId, whole.items).length > 0) holes += 1
        }
      const lines = actor.permissions.has('app:read') ? await exported(actor, plain) : []
      expect(lines, `${actor.name}, seed ${SEED}`).toEqual([])
    }
  }
  expect(Math.min(compared, refused, holes)).toBeGreaterThan(0)
  process.stdout.write(
    `attack events oracle, seed ${SEED}: ${compared} lists agree, ${refused} refused, ${holes} planted holes found\n`,
  )
}, 120_000)
