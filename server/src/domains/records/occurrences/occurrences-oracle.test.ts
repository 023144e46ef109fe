import type { Actor } from '@caseloom/contract/kernel/permissions'
import { outcome } from '@caseloom/testkit/outcome'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { listOccurrences } from './list-occurrences.ts'
import { splitOccurrence } from './split-occurrence.ts'

/*
 * What was folded into every record as every person sees it, against an oracle that reads the plain rows: a record has
 * readers, and so has each field. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261130)
const ROUNDS = 2
let world: RightsWorld

interface PlainApp {
  id: string
  fields: { key: string; type: string; readers?: string[]; hidden?: true }[]
  sharing: { to: Record<string, string>; level: string }[] | null
  records: Map<string, string[] | null>
}

beforeAll(async () => {
  world = await aRightsWorld(SEED, { people: 6, apps: 3, records: 6 })
}, 120_000)
afterAll(() => world.close())

async function readPlain(): Promise<PlainApp[]> {
  return world.scope.read(async (tx) => {
    const apps = await tx.query<{ id: string; definition: Pick<PlainApp, 'fields' | 'sharing'> }>(
      'select id, definition from caseloom.app where tenant_id = $1',
      [tx.tenantId],
    )
    const plain: PlainApp[] = []
    for (const { id, definition } of apps) {
      const rows = await tx.query<{ id: string; acl: string[] | null }>(
        `select id, acl from "${tx.schema}"."a_${id.replaceAll('-', '')}" where deleted_at is null order by id`,
      )
      const records = new Map(rows.map((row) => [row.id, row.acl]))
      plain.push({ id, fields: definition.fields, sharing: definition.sharing ?? null, records })
    }
    return plain
  })
}

const isIn = (actor: Actor, ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))

function sees({ sharing, records }: PlainApp, actor: Actor, recordId: string): boolean {
  const acl = records.get(recordId) ?? null
  const isShared = sharing === null || sharing.some(({ to }) => isIn(actor, Object.values(to)))
  return actor.permissions.has('record:read') && isShared && (acl === null || isIn(actor, acl))
}

/** Keys of the values of an occurrence that the actor may read: links are in none. */
function readable({ fields }: PlainApp, actor: Actor): string[] {
  return fields
    .filter(
      ({ type, hidden, readers }) =>
        type !== 'reference' && hidden !== true && (readers === undefined || isIn(actor, readers)),
    )
    .map(({ key }) => key)
    .toSorted()
}

/** An occurrence with a value in every field, below every record. */
async function addOccurrences(plain: readonly PlainApp[]): Promise<number> {
  let added = 0
  for (const { id: appId, fields, records } of plain)
    for (const recordId of records.keys()) {
      const given = Object.fromEntries(fields.map(({ key }) => [key, `value of ${key}`]))
      await world.scope.tx(async (tx) => {
        await tx.query(
          `insert into caseloom.record_occurrence (tenant_id, id, app_id, record_id, rule, at, by, given)
           values ($1, $2, $3, $4, 'same', now(), '{"kind": "system", "id": null, "name": "Intake"}', $5)`,
          [tx.tenantId, newId(), appId, recordId, JSON.stringify(given)],
        )
      })
      added += 1
    }
  return added
}

test('people get what was folded into records that they can read, in the fields that they can read, and a planted hole is found', async () => {
  expect(await addOccurrences(await readPlain())).toBeGreaterThan(0)
  let [compared, refused, holes, unchanged] = [0, 0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await world.shuffle()
    const plain = await readPlain()
    for (const [at, actor] of world.people.entries()) {
      // The other doors have a memory of their own of what is shared.
      const deps = at % 2 === 0 ? world.deps : { ...world.deps, apps: world.others.apps }
      for (const app of plain)
        for (const recordId of app.records.keys()) {
          const place = { appId: app.id, recordId }
          const list = await outcome(listOccurrences(deps, world.scope, actor, { ...place, limit: 10 }))
          if (!sees(app, actor, recordId)) {
            expect(['resource.not_found', 'right.missing'], `${actor.name}, seed ${SEED}`).toContain(list)
            const split = splitOccurrence(deps, world.scope, actor, { ...place, occurrenceId: newId() })
            expect(['resource.not_found', 'right.missing']).toContain(await outcome(split))
            refused += 1
            continue
          }
          if (typeof list === 'string') throw new Error(`${actor.name} was refused: ${list}, seed ${SEED}`)
          const keys = Object.keys(list.items[0]?.fields ?? {}).toSorted()
          expect(list.total).toBe(1)
          expect(keys, `${actor.name}, seed ${SEED}`).toEqual(readable(app, actor))
          compared += 1
          // The hole: the same list as if the keeper had asked.
          const whole = await listOccurrences(deps, world.scope, world.keeper, { ...place, limit: 10 })
          if (
            Object.keys(whole.items[0]?.fields ?? {})
              .toSorted()
              .join() !== readable(app, actor).join()
          )
            holes += 1
          else unchanged += 1
        }
    }
  }
  expect(Math.min(compared, refused, holes)).toBeGreaterThan(0)
  process.stdout.write(
    `occurrences oracle, seed ${SEED}: ${compared} lists agree, ${refused} refused, ${holes} planted holes found, ${unchanged} alike\n`,
  )
}, 120_000)
