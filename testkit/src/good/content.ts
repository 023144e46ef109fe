import { InstallView } from '@caseloom/contract/content/packages'
import type { Area } from './types.ts'

const ORDER = {
  package: 'thing',
  title: 'Thing',
  version: '1.0.0',
  items: [{ kind: 'app', key: 'thing' }],
}

/** Content: a package of the resident's app, planned and not applied, and a product line. */
export const content: Area = {
  good: {
    previewPackage: () => ({ body: { items: ORDER.items } }),
    exportPackage: () => ({ body: ORDER }),
    planPackage: ({ packageBytes = '' }) => ({ body: Buffer.from(packageBytes, 'base64') }),
    applyInstall: () => ({ body: { fingerprint: 'of another plan' } }),
    createLine: () => ({ body: { key: 'network', name: 'Network', packages: ['caseloom-assets'] } }),
    updateLine: () => ({ body: { name: 'Own line' } }),
  },
  otherStatus: {
    // No one has seen a plan with this fingerprint, and nothing was imported.
    applyInstall: [409],
    undoInstall: [409],
  },
  usedUp: ['discardPlan', 'deleteLine'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const base = `/api/tenant/${ids.tenantId}/content`
    const { bytes } = await ask(web, { method: 'POST', url: `${base}/package`, cookie, body: ORDER })
    const planned = await ask(web, { method: 'POST', url: `${base}/installs`, cookie, body: bytes })
    const line = { key: `own-${ids.tenantId.slice(-12)}`, name: 'Own', packages: ['caseloom-assets'] }
    await ask(web, { method: 'POST', url: `${base}/lines`, cookie, body: line })
    return {
      lineKey: line.key,
      packageKey: 'caseloom-assets',
      installId: InstallView.parse(planned.json).id,
      itemKind: 'app',
      itemKey: 'thing',
      packageBytes: bytes.toString('base64'),
    }
  },
}
