import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import { fail } from '../../../platform/errors.ts'
import { cleanFileName } from '../../../platform/files/file-name.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import { attachmentsText, ArchivePages } from '../archive/archive-pages.ts'
import { packedChunks } from '../archive/zip-bundle-writer.ts'
import { csvChunks } from '../tables/csv-writer.ts'
import { type ExportColumn, exportColumns, type Sheet } from '../tables/export-columns.rules.ts'
import { pagesOf } from './export-pages.ts'
import { jsonChunks } from '../tables/json-writer.ts'
import type { JobContext } from '../job-state/job-context.ts'
import type { JobFile, SpecOf } from '../job-state/job-shape.ts'
import { peopleCaller } from '../tables/people-names.rules.ts'
import { xlsxChunks } from '../tables/xlsx-writer.ts'

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

/**
 * Exports the records that the actor may see to a file. Restarts from the beginning after a crash, because an export
 * has no other effect.
 */
export async function runExport(context: JobContext, spec: SpecOf<'export'>): Promise<JobFile> {
  const { deps, scope, job } = context
  Object.assign(job, { done: 0, faults: [] })
  const actor = await context.actor()
  const app = await scope.read((tx) => deps.apps.compiled(tx, job.appId, true))
  if (app === null) throw fail('resource.not_found', { detail: 'The app no longer exists' })
  allowInApp(actor, 'record:export', app)
  const people = await deps.people(scope, actor)
  const mails = new Map(people.users.map(({ id, email }) => [id, email]))
  const carried = new ArchivePages({ context, app, actor, include: spec.include, mails })
  const isPacked = spec.include.includes('files')
  const plain = exportColumns(app, actor, spec.columns, peopleCaller(people))
  const values = isPacked ? plain.map(withContents) : plain
  const columns = [...values, ...carried.columns()]
  const sheet: Sheet = {
    columns,
    header: columns.map((column) => (spec.header === 'keys' ? column.key : column.label)),
    pages: carried.pages(pagesOf(context, spec, values), values),
    cut: (record, column) =>
      context.fault({
        row: null,
        record: record.trackingId,
        issues: [
          {
            path: ['fields', column.key],
            code: 'too_long',
            message: 'Truncated: a cell is limited to 32,767 characters',
          },
        ],
      }),
  }
  const chunks = { csv: csvChunks, xlsx: xlsxChunks, json: jsonChunks }[spec.format](sheet)
  const called = cleanFileName(job.appName.replace(/[/\\]/g, '-'))
  const name = `${called} ${new Date().toISOString().slice(0, 10)}`
  if (!isPacked) {
    const size = await deps.files.write(job.tenantId, job.id, chunks)
    return { name: `${name}.${spec.format}`, size, mediaType: MEDIA_TYPES[spec.format] }
  }
  const { contents } = carried
  const packed = packedChunks({ context, name: `records.${spec.format}`, sheet: chunks, contents })
  const size = await deps.files.write(job.tenantId, job.id, packed)
  return { name: `${name}.zip`, size, mediaType: 'application/zip' }
}

/** Attachments by their hashes, under which their contents lie in the archive. */
function withContents(column: ExportColumn): ExportColumn {
  if (column.field === null || !kindTraits(column.field.kind).files) return column
  return { ...column, textOf: (record) => attachmentsText(record.fields[column.key] ?? null) }
}
