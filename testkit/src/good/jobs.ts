import { startJobWorker } from '@caseloom/server/domains/records/jobs/job-worker'
import type { Area } from './types.ts'

type Prepared = Parameters<NonNullable<Area['prepare']>>[0]

/** Bulk edits, exports and imports. The job in the samples is a finished export. */
export const jobs: Area = {
  good: {
    bulkRecords: ({ recordId = '' }) => ({
      body: { records: { ids: [recordId] }, change: { set: { title: 'Changed' } } },
    }),
    previewClosing: ({ recordId = '' }) => ({ body: { records: { ids: [recordId] } } }),
    exportRecords: () => ({ body: { format: 'csv' } }),
    previewImport: ({ uploadId = '' }) => ({ body: { fileId: uploadId } }),
    importRecords: ({ uploadId = '' }) => ({
      body: { fileId: uploadId, columns: [{ column: 'title', field: 'title' }], dryRun: true },
    }),
  },
  otherStatus: { cancelJob: [409], undoJob: [409] },
  prepare: async (world) => {
    const { web, resident, ask } = world
    const { tenantId, appId } = resident.ids
    const place = `/api/tenant/${tenantId}`
    const { cookie } = resident
    const url = `${place}/apps/${appId}/records/export`
    const begun = await ask(web, { method: 'POST', url, cookie, body: { format: 'json' } })
    const worker = startJobWorker(web.product.records.jobs)
    await worker.idle()
    await worker.stop()
    return { jobId: idOf(begun), uploadId: await upload(world) }
  },
}

async function upload({ web, resident, ask }: Prepared): Promise<string> {
  const url = `/api/tenant/${resident.ids.tenantId}/files?name=rows.csv`
  return idOf(await ask(web, { method: 'POST', url, cookie: resident.cookie, body: 'title\nOne\n' }))
}

function idOf({ json }: { json: unknown }): string {
  return (json as { id: string }).id // the contract test checks the shape
}
