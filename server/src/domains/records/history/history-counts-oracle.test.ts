import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TimelineKind } from '@caseloom/contract/records/timeline'
import { outcome } from '@caseloom/testkit/outcome'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countHistory } from './count-history.ts'

/*
 * The counts of every record's timeline as every person gets them, against an oracle that reads the plain rows of the
 * history and of links: a record has readers, and so have its app, each field, and the records that link to it. It
 * shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261201)
const ROUNDS = 2
let world: RightsWorld

interface PlainField {
  id: string
  key: string
  type: string
  readers?: string[]
}
interface PlainApp {
  id: string
  fields: PlainField[]
  sharing: { to: Record<string, string>; level: string }[] | null
  records: Map<string, string[] | null>
}
interface PlainEntry {
  record: string
  by: string
  action: string
  fields: string[]
}
interface Plain {
  apps: PlainApp[]
  entries: PlainEntry[]
  links: { field: string; source: string; target: string }[]
}

beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 3, records: 6 })
}, 120_000)
afterAll(() => world.close())

async function readPlain(): Promise<Plain> {
  return world.scope.read(async (tx) => {
    const rows = await tx.query<{ id: string; definition: Pick<PlainApp, 'fields' | 'sharing'> }>(
      'select id, definition from caseloom.app where tenant_id = $1',
      [tx.tenantId],
    )
    const apps: PlainApp[] = []
    for (const { id, definition } of rows) {
      const found = await tx.query<{ id: string; acl: string[] | null }>(
        `select id, acl from "${tx.schema}"."a_${id.replaceAll('-', '')}" where deleted_at is null order by id`,
      )
      const records = new Map(found.map((row) => [row.id, row.acl]))
      apps.push({ id, fields: definition.fields, sharing: definition.sharing ?? null, records })
    }
    const stored = await tx.query<{ record: string; by: string; action: string; changes: unknown[] }>(
      `select record_id as record, actor->>'kind' as by, action, changes from caseloom.record_history
        where tenant_id = $1`,
      [tx.tenantId],
    )
    const entries = stored.map(({ changes, ...entry }) => ({ ...entry, fields: changedFields(changes) }))
    // No link is ever removed in this world: each was linked once.
    const links = await tx.query<Plain['links'][number]>(
      `select field, source, target from "${tx.schema}".link order by field, source, target`,
    )
    return { apps, entries, links }
  })
}

/** Of an update, a list of objects; of a new record, name, value, name, value. */
function changedFields(changes: unknown[]): string[] {
  const isShort = typeof changes[0] === 'string'
  return changes.flatMap((change, at) => {
    if (isShort) return at % 2 === 0 ? [String(change)] : []
    return [String((change as { field: unknown }).field)]
  })
}

const isIn = (actor: Actor, ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))
const reads = (actor: Actor, { readers }: Pick<PlainField, 'readers'>) =>
  readers === undefined || isIn(actor, readers)

function sees({ sharing, records }: PlainApp, actor: Actor, recordId: string): boolean {
  const acl = records.get(recordId)
  if (acl === undefined || !actor.permissions.has('record:read')) return false
  const isShared = sharing === null || sharing.some(({ to }) => isIn(actor, Object.values(to)))
  return isShared && (acl === null || isIn(actor, acl))
}

type Counts = Partial<Record<TimelineKind, number>>

function wantedCounts(
  { apps, entries, links }: Plain,
  app: PlainApp,
  actor: Actor,
  recordId: string,
): Counts {
  const kinds: TimelineKind[] = []
  for (const { record, by, action, fields: keys } of entries) {
    if (record !== recordId) continue
    const fields = app.fields.filter((field) => keys.includes(field.key) && reads(actor, field))
    const isOf = (...types: string[]) => fields.some(({ type }) => types.includes(type))
    if (isOf('reference')) kinds.push('links')
    if (isOf('tasks')) kinds.push('tasks')
    if (action !== 'updated' || fields.some(({ type }) => type !== 'reference' && type !== 'tasks'))
      kinds.push(by === 'user' ? 'people' : by === 'playbook' ? 'runs' : 'record')
  }
  for (const { field: fieldId, source, target } of links) {
    const home = apps.find(({ fields }) => fields.some(({ id }) => id === fieldId))
    const field = home?.fields.find(({ id }) => id === fieldId)
    if (target !== recordId || source === target || home === undefined || field === undefined) continue
    if (sees(home, actor, source) && reads(actor, field)) kinds.push('links')
  }
  return countsOf(kinds.map((kind) => ({ kind, count: 1 })))
}

function countsOf(items: readonly { kind: TimelineKind; count: number }[]): Counts {
  const counts: Counts = {}
  for (const { kind, count } of items) counts[kind] = (counts[kind] ?? 0) + count
  return counts
}

/** Changes of which some people can read nothing. */
async function changeSecrets({ apps }: Plain): Promise<void> {
  for (const { id: appId, records } of apps)
    for (const recordId of records.keys())
      for (const fields of [{ secret: 'changed' }, { score: 7 }])
        await outcome(world.records.updateRecord(world.scope, world.keeper, { appId, recordId, fields }))
}

test('people get the counts of what they can read in the timelines of records that they can read, and a planted hole is found', async () => {
  await changeSecrets(await readPlain())
  let [compared, refused, holes] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await world.shuffle()
    const plain = await readPlain()
    for (const [at, actor] of world.people.entries()) {
      // The other doors have a memory of their own of what is shared.
      const deps = at % 2 === 0 ? world.deps : { ...world.deps, apps: world.others.apps }
      for (const app of plain.apps)
        for (const recordId of app.records.keys()) {
          const place = { appId: app.id, recordId, clock: 'happened' as const }
          const counted = await outcome(countHistory(deps, world.scope, actor, place))
          if (!sees(app, actor, recordId)) {
            expect(['resource.not_found', 'right.missing'], `${actor.name}, seed ${SEED}`).toContain(counted)
            refused += 1
            continue
          }
          if (typeof counted === 'string')
            throw new Error(`${actor.name} was refused: ${counted}, seed ${SEED}`)
          const wanted = wantedCounts(plain, app, actor, recordId)
          expect(countsOf(counted.items), `${actor.name}, seed ${SEED}`).toEqual(wanted)
          compared += 1
          // The hole: the same counts as if the keeper had asked.
          const whole = countsOf((await countHistory(deps, world.scope, world.keeper, place)).items)
          if (JSON.stringify(whole) !== JSON.stringify(wanted)) holes += 1
        }
    }
  }
  expect(Math.min(compared, refused, holes)).toBeGreaterThan(0)
  process.stdout.write(
    `timeline counts oracle, seed ${SEED}: ${compared} counts agree, ${refused} refused, ${holes} planted holes found\n`,
  )
}, 120_000)
