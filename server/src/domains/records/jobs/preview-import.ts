import type { previewImport as route } from '@caseloom/contract/records/jobs'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody, RouteReply } from '@caseloom/contract/kernel/route'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInApp, mayReadField } from '../model/app-permissions.rules.ts'
import type { AppShape } from '../model/record-shape.ts'
import { mayCarry, peopleKind, suggestMapping } from '../job-state/import-plan.rules.ts'
import type { JobsDeps } from '../job-state/job-context.ts'
import { openTable } from '../tables/open-table.ts'
import { type PeopleFinder, peopleFinder, unclearNames } from '../tables/people-names.rules.ts'
import { rawOf } from '../tables/text-form.rules.ts'
import type { Table } from '../tables/table-shape.ts'

const SAMPLES = 5
const SAMPLE_LENGTH = 200
/** Counting stops after this time, so the preview stays responsive. */
const COUNTING_MS = 4000

/** Previews the contents of an uploaded file. @throws import.unreadable */
export async function previewImport(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, fileId, format }: RouteBody<typeof route> & { appId: string },
): Promise<RouteReply<typeof route>> {
  const app = await scope.read((tx) => deps.apps.compiled(tx, appId, true))
  if (app === null) throw fail('resource.not_found')
  allowInApp(actor, 'record:create', app)
  const upload = await deps.openUpload(scope, actor, fileId)
  if (upload === null) throw fail('resource.not_found')
  const table = await openTable(upload, format)
  try {
    const { samples, rows } = await look(table)
    const mapping = suggestMapping(app, actor, table.columns)
    const named = [...mapping.values()].some((key) => peopleKind(app.byKey.get(key) ?? NO_FIELD) !== null)
    const people = named ? peopleFinder(await deps.people(scope, actor)) : null
    return {
      format: table.format,
      packed: table.contents !== undefined,
      mayCarry: mayCarry(actor, app),
      columns: table.columns.map((column, at) => {
        const field = mapping.get(column) ?? null
        const own = samples[at] ?? []
        return {
          column,
          field,
          samples: own,
          unclear: unclearIn({ app, people, texts: table.texts }, field, own),
        }
      }),
      rows,
      matchable: app.fields
        .filter((field) => field.unique && mayReadField(actor, field))
        .map(({ key }) => key),
    }
  } finally {
    await table.close()
  }
}

const NO_FIELD = { kind: 'text' } as const

/** Names among the samples that match no one or several people. */
function unclearIn(
  { app, people, texts }: { app: AppShape; people: PeopleFinder | null; texts: boolean },
  key: string | null,
  samples: readonly string[],
): string[] {
  const field = key === null ? undefined : app.byKey.get(key)
  const kind = field === undefined ? null : peopleKind(field)
  if (people === null || field === undefined || kind === null) return []
  const found = samples.flatMap((sample) => {
    const said = texts || sample.startsWith('[') ? rawOf(field, sample) : { raw: sample }
    return unclearNames(people, kind, said.raw ?? null)
  })
  return [...new Set(found)].slice(0, SAMPLES)
}

async function look(table: Table): Promise<{ samples: string[][]; rows: number | null }> {
  const samples: string[][] = table.columns.map(() => [])
  const end = Date.now() + COUNTING_MS
  let count = 0
  for await (const { cells } of table.rows(table.columns)) {
    if (count < 100) addSamples(samples, cells.map(sampleOf))
    count += 1
    if (count % 1000 === 0 && Date.now() > end) return { samples, rows: null }
  }
  return { samples, rows: count }
}

function sampleOf(cell: unknown): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}

function addSamples(samples: readonly string[][], cells: readonly string[]): void {
  for (const [at, own] of samples.entries()) {
    const cell = (cells[at] ?? '').slice(0, SAMPLE_LENGTH)
    if (cell !== '' && own.length < SAMPLES && !own.includes(cell)) own.push(cell)
  }
}
