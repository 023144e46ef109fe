import { InstallView } from '@caseloom/contract/content/packages'
import type { Area } from './types.ts'

const ORDER = {
  package: 'thing',
  title: 'Thing',
  version: '1.0.0',
  items: [{ kind: 'app', key: 'thing' }],
}

/** Content: a package of the resident's app, planned and not applied. */
export const content: Area = {
  good: {
    previewPackage: () => ({ body: { items: ORDER.items } }),
    exportPackage: () => ({ body: ORDER }),
    planPackage: ({ packageBytes = '' }) => ({ body: Buffer.from(packageBytes, 'base64') }),
    applyInstall: () => ({ body: { fingerprint: 'of another plan' } }),
  },
  otherStatus: {
    // No one has seen a plan with this fingerprint, and nothing was imported.
    applyInstall: [409],
    undoInstall: [409],
  },
  usedUp: ['discardPlan'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const base = `/api/tenant/${ids.tenantId}/content`
    const { bytes } = await ask(web, { method: 'POST', url: `${base}/package`, cookie, body: ORDER })
    const planned = await ask(web, { method: 'POST', url: `${base}/installs`, cookie, body: bytes })
    return {
      installId: InstallView.parse(planned.json).id,
      itemKind: 'app',
      itemKey: 'thing',
      packageBytes: bytes.toString('base64'),
    }
  },
}
