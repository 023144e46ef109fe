import type { AppletView } from '@caseloom/contract/apps/applets'
import type { TableView } from '@caseloom/contract/automation/tables'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { ClosureItem, ContentRef, ExportProblem } from '@caseloom/contract/content/packages'
import type { KeyedDashboard } from '@caseloom/contract/workspaces/dashboard-file'
import type { KeyedHomePage } from '@caseloom/contract/workspaces/home-page-file'
import type { KeyedReport } from '@caseloom/contract/workspaces/report-file'
import type { KeyedWorkspace } from '@caseloom/contract/workspaces/workspace-file'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { sha256Of } from '../../../platform/files/file-store.ts'
import type { StoredPlaybook } from '../ports/content-deps.ts'
import { printDocument } from '../format/canonical.rules.ts'
import type { Limits } from '../format/package-file.ts'

/** Something else that an item needs. */
export interface ItemNeed extends ContentRef {
  relation: NonNullable<ClosureItem['why']>['relation']
  /** The field, step, or prefix that needs it. */
  place: string
}

/** What an item can't be exported with, or is exported without. */
export type ItemNote = Pick<ExportProblem, 'severity' | 'code' | 'place'>

/** A definition as a package holds it. */
export interface Portable {
  document: JsonObject
  limits: Limits
  needs: ItemNeed[]
  notes: ItemNote[]
}

export type Source =
  | { kind: 'app'; view: AppView }
  | { kind: 'applet'; view: AppletView }
  | { kind: 'table'; view: TableView }
  | { kind: 'playbook'; view: StoredPlaybook }
  | { kind: 'report'; view: KeyedReport }
  | { kind: 'dashboard'; view: KeyedDashboard }
  | { kind: 'workspace'; view: KeyedWorkspace }
  | { kind: 'homepage'; view: KeyedHomePage }

/** Something of the tenant that packages can hold, as the actor sees it. */
export interface LocalItem {
  kind: ContentRef['kind']
  key: string
  id: string
  title: string
  revision: number
  source: Source
  /** Null when the actor doesn’t build it, and so sees a part of it. */
  readonly portable: Portable | null
}

type Head = Pick<LocalItem, 'id' | 'key' | 'title' | 'revision'>

/** An item whose portable form is made when someone asks for it: most of them are only counted. */
export function localItem(
  source: Source,
  { id, key, title, revision }: Head,
  make: (() => Portable) | null,
): LocalItem {
  let made: Portable | null = null
  return {
    kind: source.kind,
    id,
    key,
    title,
    revision,
    source,
    get portable() {
      made ??= make?.() ?? null
      return made
    },
  }
}

export function headOf({ id, key, name, revision }: Omit<Head, 'title'> & { name: string }): Head {
  return { id, key, title: name, revision }
}

/** Digest of a definition: equal for equal definitions. */
export function hashOf(document: JsonObject): string {
  return sha256Of(Buffer.from(printDocument(document)))
}

/** A document of a playbook without its format and version, which publishing adds. */
export function withoutVersion({ format: _format, version: _version, ...document }: JsonObject): JsonObject {
  return document
}

/** Whether a published playbook has changes in its draft that aren’t published. */
export function hasOpenDraft({ source }: LocalItem): boolean {
  if (source.kind !== 'playbook' || source.view.published === null) return false
  const { draft, published } = source.view
  return hashOf(withoutVersion(draft)) !== hashOf(withoutVersion(published))
}
