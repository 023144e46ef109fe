import type { AppletLink } from '@caseloom/contract/apps/applet-links'
import { AppUpdate, type AppView } from '@caseloom/contract/apps/apps'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { DraftOwner, StoredDraft } from '../../../data/stored-draft.ts'
import { appQuery, keepApp, publishApp, readRevision, revisionsQuery } from '../model/apps.queries.ts'
import type { AppDraft } from './app-draft.ts'
import { savedDraft, type SavedDraft } from './saved-draft.ts'

/** Where a definition comes from and is published to; the builder itself is the same for all. */
export interface DraftSource {
  kind: 'app' | 'applet'
  stored: StoredDraft<SavedDraft>
  /** Faults that can be found without the server. */
  faults: (draft: AppDraft, revision: number) => readonly Issue[]
  /** Rejects with `app.confirm_first` while it breaks something that isn’t `confirmed`. */
  publish: (draft: AppDraft, revision: number, confirmed: boolean) => Promise<AppView>
  newest: () => Promise<AppView>
  revision: (revision: number) => Promise<AppView>
  revisions: ReturnType<typeof revisionsQuery>
  /** The app that new references point to; null for this one itself. */
  linksTo: () => string | null
  /** Caches what was published. */
  keep: (saved: AppView) => void
}

export function appSource(client: QueryClient, owner: DraftOwner, appId: string): DraftSource {
  const { tenantId } = owner
  return {
    kind: 'app',
    stored: savedDraft(owner, appId),
    faults: (draft, revision) => faultsBy(AppUpdate, bodyOf(draft, revision)),
    publish: (draft, revision, confirmed) =>
      publishApp(tenantId, appId, { ...AppUpdate.parse(bodyOf(draft, revision)), confirmed }),
    newest: () => client.fetchQuery({ ...appQuery(tenantId, appId), staleTime: 0 }),
    revision: (revision) => readRevision(tenantId, appId, revision),
    revisions: revisionsQuery(tenantId, appId),
    linksTo: () => null,
    keep: (saved) => keepApp(client, tenantId, saved),
  }
}

/** Links without what the app knows of their applets. */
function bodyOf({ applets, ...draft }: AppDraft, revision: number) {
  return {
    ...draft,
    revision,
    ...(applets === undefined ? {} : { applets: applets.map((link) => plainLink(link)) }),
  }
}

function plainLink({ applet, prefix, revision, overrides, rulesOff }: AppletLink): AppletLink {
  return { applet, prefix, revision, overrides, ...(rulesOff === undefined ? {} : { rulesOff }) }
}

export function faultsBy(shape: z.ZodType, body: unknown): readonly Issue[] {
  const read = shape.safeParse(body)
  return read.success ? [] : read.error.issues.map(issueOf)
}

function issueOf({ path, code, message }: { path: PropertyKey[]; code: string; message: string }): Issue {
  const places = path.map((part) => (typeof part === 'number' ? part : String(part)))
  return { path: ['body', ...places], code, message }
}
