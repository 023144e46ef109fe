import { AssetView } from '@caseloom/contract/automation/assets'
import type { Area } from './types.ts'

const body = {
  key: 'vt',
  name: 'VirusTotal',
  connector: 'http',
  auth: 'bearer',
  settings: { baseUrl: 'http://127.0.0.1:9' },
  secrets: { token: 'a-token-of-mine' },
  sharing: null,
}

/** Assets of connectors, and the catalog of actions. */
export const assets: Area = {
  good: {
    createAsset: () => ({ body: { ...body, key: 'another' } }),
    saveAsset: () => ({ body: { ...body, revision: 1 } }),
    // Not an asset of OAuth: the refusal is the right answer of all but those.
    finishAssetConnection: () => ({ body: { state: 'x'.repeat(40), code: 'code' } }),
  },
  otherStatus: {
    saveAsset: [200, 409],
    beginAssetConnection: [422],
    finishAssetConnection: [422],
  },
  usedUp: ['deleteAsset'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/orchestration/api/assets`
    const made = await ask(web, { method: 'POST', url, cookie, body })
    return { assetId: AssetView.parse(made.json).id }
  },
}
