import { AppletView } from '@caseloom/contract/apps/applets'
import { AppView } from '@caseloom/contract/apps/apps'
import { APP } from '../contract-world.ts'
import type { Area } from './types.ts'

const APPLET = {
  key: 'contain',
  name: 'Containment',
  section: { title: 'Containment', fields: ['method'] },
  fields: [{ key: 'method', label: 'Method', type: 'text' }],
}

/** Applets: one that an app links, and one on its way out. */
export const applets: Area = {
  good: {
    createApplet: () => ({ body: { ...APPLET, key: 'another' } }),
    updateApplet: () => {
      const { key: _key, ...applet } = APPLET
      return { body: { ...applet, revision: 1 } }
    },
    takeAppletUpdates: ({ linkingAppId }) => ({
      body: { apps: [{ appId: linkingAppId, prefix: 'contain', revision: 1 }] },
    }),
    detachApplet: () => ({ body: { revision: 1 } }),
  },
  otherStatus: {
    // Routes before it publish another revision.
    updateApplet: [200, 409],
    // An app links it.
    deleteApplet: [409],
    // The app of the world has no link with this prefix.
    detachApplet: [404, 409],
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const base = `/api/tenant/${ids.tenantId}`
    const made = await ask(web, { method: 'POST', url: `${base}/applets`, cookie, body: APPLET })
    const applet = AppletView.parse(made.json)
    const link = { applet: applet.id, prefix: 'contain', revision: 1 }
    const body = { ...APP, key: 'linking', acronym: 'LNK', name: 'Linking', applets: [link] }
    const app = await ask(web, { method: 'POST', url: `${base}/apps`, cookie, body })
    return { appletId: applet.id, linkingAppId: AppView.parse(app.json).id, prefix: 'contain', revision: '1' }
  },
}
