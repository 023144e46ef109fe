import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { HistoryEntry } from '@caseloom/contract/records/records'
import { aRightsWorld, type RightsWorld } from '@caseloom/testkit/rights-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFailure } from '../../../platform/errors.ts'
import { recordHistory } from './record-history.ts'

/*
 * The links in the history of every record as every person sees them, against an oracle that reads the plain rows: the
 * other record has readers, and so have its app, its field, and its title. It shares no code with the product.
 */

const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261130)
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
interface Plain {
  apps: PlainApp[]
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
    // No link is ever removed in this world: each was linked once.
    const links = await tx.query<Plain['links'][number]>(
      `select field, source, target from "${tx.schema}".link order by field, source, target`,
    )
    return { apps, links }
  })
}

const isIn = (actor: Actor, ids: readonly string[]) => ids.some((id) => actor.principals.includes(id))

function sees({ sharing, records }: PlainApp, actor: Actor, recordId: string): boolean {
  const acl = records.get(recordId)
  if (acl === undefined || !actor.permissions.has('record:read')) return false
  const isShared = sharing === null || sharing.some(({ to }) => isIn(actor, Object.values(to)))
  return isShared && (acl === null || isIn(actor, acl))
}

/** The links to a record that an actor may know of, with whether its title is theirs to read. */
function wantedLinks({ apps, links }: Plain, actor: Actor, recordId: string): string[] {
  return links
    .filter(({ target }) => target === recordId)
    .flatMap(({ field: fieldId, source }) => {
      const home = apps.find(({ fields }) => fields.some(({ id }) => id === fieldId))
      const field = home?.fields.find(({ id }) => id === fieldId)
      if (home === undefined || field === undefined || !sees(home, actor, source)) return []
      const reads = ({ readers }: Pick<PlainField, 'readers'>) =>
        readers === undefined || isIn(actor, readers)
      if (!reads(field)) return []
      return [`${field.key} ${source} ${home.fields.some((one) => one.key === 'title' && reads(one))}`]
    })
    .toSorted()
}

const shownLinks = (items: readonly HistoryEntry[]) =>
  items
    .flatMap(({ link }) =>
      link === undefined ? [] : [`${link.field.key} ${link.record.id} ${link.record.title !== ''}`],
    )
    .toSorted()

test('people see the links of records and by fields that they can read in the history, and a planted hole is found', async () => {
  let [compared, refused, holes] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await world.shuffle()
    const plain = await readPlain()
    for (const [at, actor] of world.people.entries()) {
      // The other doors have a memory of their own of what is shared.
      const deps = at % 2 === 0 ? world.deps : { ...world.deps, apps: world.others.apps }
      for (const app of plain.apps)
        for (const recordId of app.records.keys()) {
          const place = { appId: app.id, recordId, limit: 100 }
          const history = recordHistory(deps, world.scope, actor, place)
          if (!sees(app, actor, recordId)) {
            const code = await history.then(
              () => 'seen',
              (error: unknown) => (isFailure(error) ? error.code : 'broken'),
            )
            expect(['resource.not_found', 'right.missing'], `${actor.name}, seed ${SEED}`).toContain(code)
            refused += 1
            continue
          }
          const wanted = wantedLinks(plain, actor, recordId)
          expect(shownLinks((await history).items), `${actor.name}, seed ${SEED}`).toEqual(wanted)
          compared += wanted.length
          // The hole: the same history as if the keeper had asked.
          const whole = shownLinks((await recordHistory(deps, world.scope, world.keeper, place)).items)
          if (whole.join() !== wanted.join()) holes += 1
        }
    }
  }
  expect(Math.min(compared, refused, holes)).toBeGreaterThan(0)
  process.stdout.write(
    `links in histories oracle, seed ${SEED}: ${compared} entries agree, ${refused} refused, ${holes} planted holes found\n`,
  )
}, 120_000)
