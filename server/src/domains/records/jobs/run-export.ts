import { fail } from '../../../platform/errors.ts'
import { allowInApp } from '../app-rights.rules.ts'
import { csvChunks } from './csv-writer.ts'
import { exportColumns, type Sheet } from './export-columns.rules.ts'
import { pagesOf } from './export-pages.ts'
import { jsonChunks } from './json-writer.ts'
import type { JobContext } from './job-context.ts'
import type { JobFile, SpecOf } from './job-shape.ts'
import { peopleCaller } from './people-names.rules.ts'
import { xlsxChunks } from './xlsx-writer.ts'

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

/** Writes the records that the asker may see into a file; begun anew after a crash, for it has no other effect. */
export async function runExport(context: JobContext, spec: SpecOf<'export'>): Promise<JobFile> {
  const { deps, scope, job } = context
  Object.assign(job, { done: 0, faults: [] })
  const actor = await context.actor()
  const app = await scope.read((tx) => deps.apps.compiled(tx, job.appId, true))
  if (app === null) throw fail('resource.not_found', { detail: 'The app is gone' })
  allowInApp(actor, 'record:export', app)
  const called = peopleCaller(await deps.people(scope, actor))
  const columns = exportColumns(app, actor, spec.columns, called)
  const sheet: Sheet = {
    columns,
    header: columns.map((column) => (spec.header === 'keys' ? column.key : column.label)),
    pages: pagesOf(context, spec, columns),
    cut: (record, column) =>
      context.fault({
        row: null,
        record: record.trackingId,
        issues: [
          { path: ['fields', column.key], code: 'too_long', message: 'Cut: a cell holds 32,767 characters' },
        ],
      }),
  }
  const chunks = { csv: csvChunks, xlsx: xlsxChunks, json: jsonChunks }[spec.format](sheet)
  const size = await deps.files.write(job.tenantId, job.id, chunks)
  const day = new Date().toISOString().slice(0, 10)
  return { name: `${job.appName} ${day}.${spec.format}`, size, mediaType: MEDIA_TYPES[spec.format] }
}
