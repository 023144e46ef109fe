import { FileView, uploadFile } from '@caseloom/contract/records/files'
import {
  bulkRecords,
  cancelJob,
  downloadJobFile,
  exportRecords,
  getJob,
  importRecords,
  type JobView,
  listJobs,
  previewClosing,
  previewImport,
  undoJob,
} from '@caseloom/contract/records/jobs'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { fetchFile, saveFile } from '../../../data/files.ts'
import { keys } from '../../../data/keys.ts'
import { upload } from '../../../data/upload.ts'

/** Events report progress; polling covers lost ones. */
const POLL_MS = 5000

export function isOpen(job: Pick<JobView, 'state'>): boolean {
  return job.state === 'queued' || job.state === 'running'
}

export function jobQuery(tenantId: string, jobId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'jobs', jobId),
    queryFn: ({ signal }) => call(getJob, { params: { tenantId, jobId }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isOpen(state.data) ? POLL_MS : false),
  })
}

/** The latest jobs visible to the user. */
export function jobsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'jobs'),
    queryFn: async ({ signal }) =>
      (await call(listJobs, { params: { tenantId }, query: { limit: 30 }, signal })).items,
  })
}

interface AppPlace {
  tenantId: string
  appId: string
}

export const beginBulk = (place: AppPlace, body: RouteBodyInput<typeof bulkRecords>) =>
  call(bulkRecords, { params: { ...place }, body })

/** What closing would do with these values. */
export function closingQuery(place: AppPlace, body: RouteBodyInput<typeof previewClosing>) {
  return queryOptions({
    queryKey: keys.list(place.tenantId, 'jobs', 'closing', place.appId, body),
    queryFn: ({ signal }) => call(previewClosing, { params: { ...place }, body, signal }),
    staleTime: 0,
  })
}

export const beginExport = (place: AppPlace, body: RouteBodyInput<typeof exportRecords>) =>
  call(exportRecords, { params: { ...place }, body })

export const beginImport = (place: AppPlace, body: RouteBodyInput<typeof importRecords>) =>
  call(importRecords, { params: { ...place }, body })

export type Preview = Awaited<ReturnType<typeof preview>>

export function preview(place: AppPlace, fileId: FileView['id']) {
  return call(previewImport, { params: { ...place }, body: { fileId } })
}

export async function sendFile(
  tenantId: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<FileView> {
  const query = { name: file.name === '' ? 'file' : file.name.slice(-255) }
  return FileView.parse(await upload(uploadFile, { params: { tenantId }, query, bytes: file, ...options }))
}

export const cancel = (tenantId: string, jobId: string) => call(cancelJob, { params: { tenantId, jobId } })

export const undo = (tenantId: string, jobId: string) => call(undoJob, { params: { tenantId, jobId } })

export async function download(tenantId: string, job: JobView): Promise<void> {
  const file = await fetchFile(downloadJobFile, { params: { tenantId, jobId: job.id } })
  saveFile(file, job.file?.name ?? 'records')
}
