import * as routes from '@caseloom/contract/automation/assets'
import * as connectors from '@caseloom/contract/automation/connectors'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import { upload } from '../../../data/upload.ts'

/** Assets the user can see; the builder uses the same key. */
export function assetsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'assets'),
    queryFn: async ({ signal }) => (await call(routes.listAssets, { params: { tenantId }, signal })).items,
  })
}

/** The asset as it is stored now; null when it's gone. */
export async function newestAsset(
  client: QueryClient,
  tenantId: string,
  assetId: string,
): Promise<routes.AssetView | null> {
  const assets = await client.fetchQuery({ ...assetsQuery(tenantId), staleTime: 0 })
  return assets.find(({ id }) => id === assetId) ?? null
}

export function assetUsesQuery(tenantId: string, assetId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'playbooks', assetId, 'uses'),
    queryFn: async ({ signal }) =>
      (await call(routes.assetUses, { params: { tenantId, assetId }, signal })).items,
    meta: { quiet: true },
  })
}

export function connectorsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'connectors'),
    queryFn: async ({ signal }) =>
      (await call(connectors.listConnectors, { params: { tenantId }, signal })).items,
  })
}

export function connectorQuery(tenantId: string, connectorKey: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'connectors', connectorKey),
    queryFn: ({ signal }) => call(connectors.getConnector, { params: { tenantId, connectorKey }, signal }),
  })
}

type NewAsset = Parameters<typeof call<typeof routes.createAsset>>[1]['body']

export function addAsset(tenantId: string, body: NewAsset) {
  return call(routes.createAsset, { params: { tenantId }, body })
}

export function changeAsset(
  tenantId: string,
  asset: Pick<routes.AssetView, 'id' | 'revision'>,
  input: NewAsset,
) {
  const body = { ...input, revision: asset.revision }
  return call(routes.saveAsset, { params: { tenantId, assetId: asset.id }, body })
}

export function removeAsset(tenantId: string, assetId: string) {
  return call(routes.deleteAsset, { params: { tenantId, assetId } })
}

export function tryAsset(tenantId: string, assetId: string) {
  return call(routes.testAsset, { params: { tenantId, assetId } })
}

export function beginConnection(tenantId: string, assetId: string) {
  return call(routes.beginAssetConnection, { params: { tenantId, assetId } })
}

export function finishConnection(tenantId: string, body: { state: string; code: string }) {
  return call(routes.finishAssetConnection, { params: { tenantId }, body })
}

export interface ImportFile {
  key: string
  title: string
  file: Blob
  signal: AbortSignal
  onProgress: (part: number) => void
}

export async function importFile(tenantId: string, { key, title, file, signal, onProgress }: ImportFile) {
  const query = { key, ...(title === '' ? {} : { title }) }
  const bytes = file.slice(0, file.size, 'application/octet-stream')
  const reply = await upload(connectors.importConnector, {
    params: { tenantId },
    query,
    bytes,
    signal,
    onProgress,
  })
  return connectors.ConnectorView.parse(reply)
}

export function importFromUrl(
  tenantId: string,
  { key, title, url }: { key: string; title: string; url: string },
) {
  const body = { key, url, ...(title === '' ? {} : { title }) }
  return call(connectors.importConnectorFromUrl, { params: { tenantId }, body })
}

export function addMcp(
  tenantId: string,
  body: { key: string; title: string; url: string; asset: string | null },
) {
  return call(connectors.addMcpConnector, { params: { tenantId }, body })
}

export function changeConnector(
  tenantId: string,
  {
    id,
    revision,
    title,
    description,
  }: Pick<connectors.ConnectorView, 'revision' | 'title' | 'description'> & { id: string },
  enabled: string[],
) {
  const body = { title, description, enabled, revision }
  return call(connectors.updateConnector, { params: { tenantId, connectorId: id }, body })
}

export function readAgain(tenantId: string, connectorId: string) {
  return call(connectors.refreshConnector, { params: { tenantId, connectorId } })
}

export function removeConnector(tenantId: string, connectorId: string) {
  return call(connectors.deleteConnector, { params: { tenantId, connectorId } })
}

export function refreshAssets(client: QueryClient, tenantId: string): void {
  for (const part of ['assets', 'connectors', 'actions'])
    void client.invalidateQueries({ queryKey: keys.list(tenantId, 'playbooks', part) })
}
