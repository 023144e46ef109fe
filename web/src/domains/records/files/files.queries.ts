import {
  attachFiles,
  downloadFile,
  FileView,
  listRecordFiles,
  removeFile,
  uploadFile,
} from '@caseloom/contract/records/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { type FetchedFile, fetchFile } from '../../../data/files.ts'
import { keys } from '../../../data/keys.ts'
import { upload } from '../../../data/upload.ts'

export interface FilesPlace {
  tenantId: string
  appId: string
  recordId: string
}

/** Of the record itself, its fields, and its comments; refetched with the record. */
export function recordFilesQuery(place: FilesPlace) {
  return queryOptions({
    queryKey: keys.one(place.tenantId, 'records', place.recordId, 'files'),
    queryFn: ({ signal }) => call(listRecordFiles, { params: { ...place }, signal }),
  })
}

/** Uploads a file, visible to its uploader until something refers to it. */
export async function sendFile(
  tenantId: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<FileView> {
  const query = { name: file.name === '' ? 'file' : file.name.slice(-255) }
  return FileView.parse(await upload(uploadFile, { params: { tenantId }, query, bytes: file, ...options }))
}

export async function attach(place: FilesPlace, ids: string[]): Promise<void> {
  // File IDs come from the server.
  await call(attachFiles, { params: { ...place }, body: { files: ids as FileView['id'][] } })
}

export async function takeOff(place: FilesPlace, fileId: string): Promise<void> {
  await call(removeFile, { params: { ...place, fileId } })
}

export function fetchContent(place: FilesPlace, fileId: string, signal?: AbortSignal): Promise<FetchedFile> {
  return fetchFile(downloadFile, { params: { ...place, fileId }, ...(signal ? { signal } : {}) })
}

/** The bytes of a file for its preview. */
export function contentQuery(place: FilesPlace, fileId: string) {
  return queryOptions({
    queryKey: keys.one(place.tenantId, 'records', place.recordId, 'content', fileId),
    queryFn: ({ signal }) => fetchContent(place, fileId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}
