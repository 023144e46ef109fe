import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { ObservableView } from '@caseloom/contract/records/observable-lookups'
import { ADDRESSES, aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { findObservables } from '../case/find-observables.ts'
import { getObservable, recordObservables } from './read-lookups.ts'
import { setVerdict, withdrawVerdict } from './set-verdict.ts'
import { storeLookups } from './store-lookups.ts'
import { exportLookups } from '../export-lookups.ts'

/*
 * What every person learns of every value, against an oracle that reads the plain rows: a value has the readers of the
 * records and fields that hold it. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261129)
const ROUNDS = 2
let world: RightsWorld

interface PlainApp {
  id: string
  sharing: { to: Record<string, string> }[] | null
  /** Who may read the field; null is everyone. */
  readers: string[] | null
  records: { id: string; acl: string[] | null; values: string[] }[]
}

beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 3, records: 6 })
  const lookups = ADDRESSES.map((value) => ({
    kind: 'ipv4' as const,
    value,
    source: 'Feed',
    verdict: 'malicious' as const,
    score: 90,
    summary: `Word on ${value}`,
    link: null,
    expiresAt: null,
  }))
  // Once more: the first results become the history.
  for (const operationKey of [newId(), newId()])
    await storeLookups(world.deps, world.scope, world.keeper, { lookups, operationKey })
}, 120_000)
afterAll(() => world.close())

const outcome = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (isFailure(error)) return error.code
    throw error
  })

async function readPlain(): Promise<PlainApp[]> {
  return world.scope.read(async (tx) => {
    const apps = await tx.query<{
      id: string
      definition: Pick<PlainApp, 'sharing'> & { fields: { id: string; key: string; readers?: string[] }[] }
    }>('select id, definition from caseloom.app where tenant_id = $1', [tx.tenantId])
    const plain: PlainApp[] = []
    for (const { id, definition } of apps) {
      const field = definition.fields.find(({ key }) => key === 'marks')
      const column = `f_${String(field?.id).replaceAll('-', '')}`
      const rows = await tx.query<{ id: string; acl: string[] | null; marks: { value: string }[] | null }>(
        `select id, acl, ${column} as marks from "${tx.schema}"."a_${id.replaceAll('-', '')}" where deleted_at is null`,
      )
      const records = rows.map((row) => ({ ...row, values: (row.marks ?? []).map(({ value }) => value) }))
      plain.push({ id, sharing: definition.sharing ?? null, readers: field?.readers ?? null, records })
    }
    return plain
  })
}

const isIn = (actor: Actor, ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))

/** The records whose observables the actor may read. */
function readable(actor: Actor, { sharing, readers, records }: PlainApp): PlainApp['records'] {
  const isShared = sharing === null || sharing.some(({ to }) => isIn(actor, Object.values(to)))
  if (!isShared || !actor.permissions.has('record:read')) return []
  if (readers !== null && !isIn(actor, readers)) return []
  return records.filter(({ acl }) => acl === null || isIn(actor, acl))
}

/** What is wrong with what someone was shown of a value; nothing when it is all that they may learn, and no more. */
function faults(shown: ObservableView | string, wanted: Map<string, number>): string[] {
  const count = [...wanted.values()].reduce((sum, one) => sum + one, 0)
  if (typeof shown === 'string') return count === 0 ? [] : [`refused: ${shown}`]
  if (count === 0) return ['shown']
  const found = [
    ...(shown.records === count ? [] : [`${shown.records} records instead of ${count}`]),
    ...(shown.history.length === 1 && shown.lookups[0]?.score === 90 ? [] : ['the results']),
  ]
  const byApp = new Map(shown.sightings.map(({ app, records }): [string, number] => [app.id, records]))
  const same = byApp.size === wanted.size && [...wanted].every(([id, records]) => byApp.get(id) === records)
  return same ? found : [...found, 'the sightings']
}

function holders(plain: readonly PlainApp[], actor: Actor, value: string): Map<string, number> {
  const counts = plain.map((app): [string, number] => [
    app.id,
    readable(actor, app).filter(({ values }) => values.includes(value)).length,
  ])
  return new Map(counts.filter(([, count]) => count > 0))
}

/** The values in an export of the tenant by someone. */
async function exported(actor: Actor): Promise<string[]> {
  const values: string[] = []
  for (const { lines } of await exportLookups(world.deps)(world.scope, actor))
    for await (const line of lines()) values.push(String(Object(line)['value']))
  return values.toSorted()
}

const said = { verdict: 'clean', score: null, summary: '', link: null, expiresAt: null } as const

test('people learn the verdicts of values that they can see in a record, with the sightings that they can see, and a planted hole is found', async () => {
  let [compared, refused, holes] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await world.shuffle()
    const plain = await readPlain()
    for (const [at, actor] of world.people.entries()) {
      // The other doors have a memory of their own of what is shared.
      const deps = at % 2 === 0 ? world.deps : { ...world.deps, apps: world.others.apps }
      for (const value of ADDRESSES) {
        const name = { kind: 'ipv4' as const, value }
        const wanted = holders(plain, actor, value)
        const shown = await outcome(getObservable(deps, world.scope, actor, name))
        expect(faults(shown, wanted), `${value} of ${actor.name}, seed ${SEED}`).toEqual([])
        // The hole: the same page as if the keeper had asked.
        const whole = await outcome(getObservable(deps, world.scope, world.keeper, name))
        if (faults(whole, wanted).length > 0) holes += 1
        const found = await outcome(
          findObservables(deps, world.scope, actor, { text: value, kind: 'ipv4', limit: 1 }),
        )
        if (typeof found !== 'string')
          expect(found.records).toBe([...wanted.values()].reduce((sum, one) => sum + one, 0))
        if (wanted.size > 0) {
          compared += 1
          continue
        }
        refused += 1
        const closed = ['resource.not_found', 'right.missing']
        expect(closed).toContain(await outcome(setVerdict(deps, world.scope, actor, { ...name, ...said })))
        expect(closed).toContain(await outcome(withdrawVerdict(deps, world.scope, actor, name)))
      }
      const all = ADDRESSES.filter((value) => holders(plain, actor, value).size > 0)
      if (actor.permissions.has('record:read'))
        expect(await exported(actor), `export of ${actor.name}, seed ${SEED}`).toEqual(all.toSorted())
      for (const app of plain)
        for (const record of app.records) {
          const place = { appId: app.id, recordId: record.id, field: 'marks', limit: 50 }
          const rows = await outcome(recordObservables(deps, world.scope, actor, place))
          const isReadable = readable(actor, app).includes(record)
          if (typeof rows === 'string' || !isReadable) {
            expect(['resource.not_found', 'right.missing'], `${actor.name}, seed ${SEED}`).toContain(rows)
            expect(isReadable).toBe(false)
            continue
          }
          expect(rows.items.map(({ value }) => value)).toEqual(record.values)
          for (const { value, sightings, lookups } of rows.items) {
            const count = [...holders(plain, actor, value).values()].reduce((sum, one) => sum + one, 0)
            expect([sightings.records, lookups.length], `${value} of ${actor.name}`).toEqual([count, 1])
          }
        }
    }
  }
  expect(Math.min(compared, refused, holes)).toBeGreaterThan(0)
  process.stdout.write(
    `lookups oracle, seed ${SEED}: ${compared} values agree, ${refused} refused, ${holes} planted holes found\n`,
  )
}, 120_000)
