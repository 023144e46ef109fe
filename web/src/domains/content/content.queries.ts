import * as routes from '@caseloom/contract/content/packages'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { saveFile, sendForFile } from '../../data/files.ts'
import { keys } from '../../data/keys.ts'
import { upload } from '../../data/upload.ts'

/** Events report progress; polling covers lost ones. */
const POLL_MS = 5000

export type Refs = routes.ContentRef[]

export function packagesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'content', 'packages'),
    queryFn: async ({ signal }) => (await call(routes.listPackages, { params: { tenantId }, signal })).items,
  })
}

export function installsQuery(tenantId: string) {
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'content', 'installs'),
    queryFn: ({ signal, pageParam }) =>
      call(routes.listInstalls, {
        params: { tenantId },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

export function isWorking({ state }: Pick<routes.InstallView, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'undoing'
}

export function installQuery(tenantId: string, installId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'content', installId),
    queryFn: ({ signal }) => call(routes.getInstall, { params: { tenantId, installId }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isWorking(state.data) ? POLL_MS : false),
  })
}

export function differencesQuery(tenantId: string, installId: string, item: routes.ContentRef) {
  const { kind, key } = item
  return queryOptions({
    queryKey: keys.one(tenantId, 'content', installId, 'differences', kind, key),
    queryFn: ({ signal }) =>
      call(routes.getInstallItem, { params: { tenantId, installId, itemKind: kind, itemKey: key }, signal }),
  })
}

export function itemsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'content', 'items'),
    queryFn: async ({ signal }) =>
      (await call(routes.listContentItems, { params: { tenantId }, signal })).items,
    staleTime: 0,
  })
}

export function previewQuery(tenantId: string, items: Refs) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'content', 'preview', items),
    queryFn: ({ signal }) => call(routes.previewPackage, { params: { tenantId }, body: { items }, signal }),
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
  })
}

export async function exportPackage(
  tenantId: string,
  body: RouteBodyInput<typeof routes.exportPackage>,
): Promise<void> {
  const file = await sendForFile(routes.exportPackage, { params: { tenantId }, body })
  saveFile(file, `${body.package}-${body.version}.zip`)
}

export async function planPackage(tenantId: string, bytes: File): Promise<routes.InstallView> {
  const { signal } = new AbortController()
  const sent = { params: { tenantId }, query: {}, bytes, signal, onProgress: () => undefined }
  return routes.InstallView.parse(await upload(routes.planPackage, sent))
}

interface Place {
  tenantId: string
  installId: string
}

export const applyInstall = (place: Place, body: RouteBodyInput<typeof routes.applyInstall>) =>
  call(routes.applyInstall, { params: { ...place }, body })
export const undoInstall = (place: Place) => call(routes.undoInstall, { params: { ...place } })
export const discardPlan = (place: Place) => call(routes.discardPlan, { params: { ...place } })
