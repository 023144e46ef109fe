import { AppletUpdate } from '@caseloom/contract/apps/applets'
import type { QueryClient } from '@tanstack/react-query'
import { appsQuery } from '../../../data/apps.ts'
import type { DraftOwner } from '../../../data/stored-draft.ts'
import { type DraftSource, faultsBy } from '../draft/draft-source.ts'
import { savedDraft } from '../draft/saved-draft.ts'
import * as applets from '../model/applets.queries.ts'
import { appletAsApp, appletBody } from './applet-as-app.ts'

export function appletSource(client: QueryClient, owner: DraftOwner, appletId: string): DraftSource {
  const { tenantId } = owner
  return {
    kind: 'applet',
    stored: savedDraft(owner, appletId),
    faults: (draft, revision) => faultsBy(AppletUpdate, appletBody(draft, revision)),
    publish: async (draft, revision, confirmed) => {
      const body = { ...appletBody(draft, revision), confirmed }
      const saved = await applets.publishApplet(tenantId, appletId, body)
      applets.keepApplet(client, tenantId, saved)
      return appletAsApp(saved)
    },
    newest: async () =>
      appletAsApp(await client.fetchQuery({ ...applets.appletQuery(tenantId, appletId), staleTime: 0 })),
    revision: async (revision) =>
      appletAsApp(await client.fetchQuery(applets.appletRevisionQuery(tenantId, appletId, revision))),
    revisions: applets.appletRevisionsQuery(tenantId, appletId),
    // An applet has no records of its own; the navigation has loaded the apps.
    linksTo: () => client.getQueryData(appsQuery(tenantId).queryKey)?.[0]?.id ?? null,
    // Publishing cached it, whole.
    keep: () => undefined,
  }
}
