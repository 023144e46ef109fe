import type { AppView } from '@caseloom/contract/apps/apps'
import type { InstallNote } from '@caseloom/contract/content/packages'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type AppError, isFailure } from '../../../platform/errors.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { plainJson } from '../format/canonical.rules.ts'
import { normalDashboard } from '../format/normal-dashboard.rules.ts'
import { isPageKind, normalPage } from '../format/normal-page.rules.ts'
import { nameOf, type PackageItem } from '../format/package-file.ts'
import { hashOf, type LocalItem, withoutVersion } from '../local/local-item.ts'
import { tableInputOf } from '../local/portable-table.rules.ts'
import { readLocal } from '../local/read-local.ts'
import * as definitions from './definitions.ts'
import type { ItemProgress } from './install-shape.ts'
import { writeHomePage, writeReport, writeWorkspace } from './write-page.ts'

export interface Applying {
  deps: ContentDeps
  scope: TenantScope
  actor: Actor
  importer: definitions.Importer
}

export interface Applied {
  notes: InstallNote[]
  made: ItemProgress['made']
  restored?: boolean
}

/** Thrown when an item is no longer what it was when the plan was made. */
export class ChangedSince extends Error {}

/**
 * Brings one item to what the package says, with the permissions of the actor. Doing it again changes nothing.
 * @throws ChangedSince, and what the use cases throw
 */
export async function applyItem(at: Applying, item: PackageItem, progress: ItemProgress): Promise<Applied> {
  const local = await readLocal(at.deps, at.scope, at.actor)
  const here = local.get(nameOf(item))
  const now = here?.portable ?? null
  const hashNow = now === null ? null : hashOf(now.document)
  const isThere = here !== undefined && hashNow === progress.hash && isPublished(here)
  const isOurs = isThere || isUnfinished(at, item, { here, progress })
  if (!isOurs && hashNow !== progress.hashBefore) throw new ChangedSince()
  const notes: InstallNote[] = []
  let restored = progress.restored
  if (!isThere) {
    const done = await writeItem(at, item, { local, here })
    notes.push(...done.notes)
    restored ||= done.restored === true
  }
  if (progress.change === 'add') notes.push(...addedNotes(item))
  const after = (await readLocal(at.deps, at.scope, at.actor)).get(nameOf(item))
  const portable = after?.portable ?? null
  if (after === undefined || portable === null) throw new ChangedSince()
  const { id, revision } = after
  return { notes, made: { id, revision, hash: hashOf(portable.document) }, restored }
}

/** Creates an app with its title alone, unless it is there. */
export async function applyShell(at: Applying, item: PackageItem): Promise<void> {
  const { deps, scope, actor, importer } = at
  const local = await readLocal(deps, scope, actor)
  if (local.has(nameOf(item)) || (await restoreDeleted(at, item.key))) return
  await deps.apps.createApp(scope, actor, definitions.shellOfApp(item, importer))
}

function isPublished({ source }: LocalItem): boolean {
  return source.kind !== 'playbook' || source.view.published !== null
}

/** What this import left when its process ended between two of its own steps. */
function isUnfinished(
  { importer }: Applying,
  item: PackageItem,
  { here, progress }: { here: LocalItem | undefined; progress: ItemProgress },
): boolean {
  if (here === undefined || here.portable === null) return false
  if (here.source.kind === 'playbook') {
    const { draft, published } = here.source.view
    const wanted = definitions.playbookDocument(item, published, importer)
    return hashOf(withoutVersion(draft)) === hashOf(withoutVersion(wanted))
  }
  if (here.source.kind === 'table') {
    const { view } = here.source
    const [now, next] = [tableInputOf(view), definitions.nextTable(item, view)]
    return hashOf(plainJson(now)) === hashOf(plainJson(next))
  }
  if (here.source.kind === 'dashboard')
    return hashOf(here.portable.document) === hashOf(normalDashboard(item.document))
  const { kind } = here.source
  if (isPageKind(kind)) return hashOf(here.portable.document) === hashOf(normalPage(kind, item.document))
  if (here.source.kind !== 'app' || progress.change !== 'add') return false
  const { revision, fields, name } = here.source.view
  const shell = definitions.shellOfApp(item, importer)
  const [title] = fields
  const isTitle = title?.key === shell.titleField && title.label === shell.fields[0]?.label
  return revision === 1 && fields.length === 1 && isTitle && name === shell.name
}

function addedNotes({ kind, limits }: PackageItem): InstallNote[] {
  const isLimited = Object.keys(limits).length > 0
  return [
    ...(kind === 'playbook' ? [{ code: 'triggers_off', detail: '' } as const] : []),
    ...(isLimited ? [{ code: 'limited', detail: '' } as const] : []),
  ]
}

interface Found {
  local: ReadonlyMap<string, LocalItem>
  here: LocalItem | undefined
}

type Written = Pick<Applied, 'notes' | 'restored'>

async function writeItem(at: Applying, item: PackageItem, { local, here }: Found): Promise<Written> {
  switch (item.kind) {
    case 'app':
      return writeApp(at, item, { local, here })
    case 'applet':
      return writeApplet(at, item, { local, here })
    case 'table':
      return writeTable(at, item, here)
    case 'dashboard':
      return writeDashboard(at, item, { local, here })
    case 'workspace':
      await writeWorkspace(at, item, { ids: idsOf(local), source: here?.source })
      return { notes: [] }
    case 'report':
      await writeReport(at, item, { ids: idsOf(local), source: here?.source })
      return { notes: [] }
    case 'homepage':
      await writeHomePage(at, item, { ids: idsOf(local), source: here?.source })
      return { notes: [] }
    case 'playbook':
      return writePlaybook(at, item, here)
    default:
      return item.kind satisfies never
  }
}

function idsOf(local: Found['local']): definitions.IdsByKey {
  return {
    app: (key) => local.get(`app/${key}`)?.id,
    applet: (key) => local.get(`applet/${key}`),
    dashboard: (key) => local.get(`dashboard/${key}`)?.id,
  }
}

async function writeApp(at: Applying, item: PackageItem, { local, here }: Found): Promise<Written> {
  const { deps, scope, actor, importer } = at
  const ids = idsOf(local)
  const restored = here === undefined ? await restoreDeleted(at, item.key) : null
  const view = restored ?? (here?.source.kind === 'app' ? here.source.view : null)
  const notes = await publishing((confirmed) =>
    view === null
      ? deps.apps.createApp(scope, actor, { ...definitions.newApp(item, ids, importer), confirmed })
      : deps.apps.updateApp(scope, actor, { ...definitions.nextApp(item, view, ids, importer), confirmed }),
  )
  return { notes, restored: restored !== null }
}

/** A deleted app still has its key until it is purged: it is restored, with its records. */
async function restoreDeleted({ deps, scope, actor }: Applying, key: string): Promise<AppView | null> {
  const deleted = (await deps.apps.lifecycle.list(scope, actor)).find((one) => one.key === key)
  return deleted === undefined ? null : deps.apps.lifecycle.restore(scope, actor, deleted.id)
}

async function writeApplet(at: Applying, item: PackageItem, { local, here }: Found): Promise<Written> {
  const { deps, scope, actor, importer } = at
  const { applets } = deps.apps
  const ids = idsOf(local)
  const view = here?.source.kind === 'applet' ? here.source.view : null
  const notes = await publishing((confirmed) =>
    view === null
      ? applets.create(scope, actor, { ...definitions.newApplet(item, ids, importer), confirmed })
      : applets.update(scope, actor, { ...definitions.nextApplet(item, view, ids, importer), confirmed }),
  )
  return { notes }
}

/** Publishes also what fails its own tests here, or names roles that are missing here: the to-do list says so. */
async function publishing(publish: (confirmed: boolean) => Promise<unknown>): Promise<InstallNote[]> {
  try {
    await publish(false)
    return []
  } catch (error) {
    if (!isFailure(error, 'app.confirm_first')) throw error
    await publish(true)
    return [{ code: 'check_logic', detail: reasonOf(error) }]
  }
}

async function writeTable(at: Applying, item: PackageItem, here: LocalItem | undefined): Promise<Written> {
  const { deps, scope, actor } = at
  if (here?.source.kind !== 'table') await deps.tables.create(scope, actor, definitions.newTable(item))
  else {
    const { id: tableId, revision } = here.source.view
    const input = definitions.nextTable(item, here.source.view)
    await deps.tables.save(scope, actor, { tableId, revision, input })
  }
  return { notes: [] }
}

async function writeDashboard(at: Applying, item: PackageItem, { local, here }: Found): Promise<Written> {
  const { deps, scope, actor, importer } = at
  const input = definitions.newDashboard(item, idsOf(local), importer)
  if (here?.source.kind !== 'dashboard') await deps.dashboards.create(scope, actor, input)
  else await deps.dashboards.save(scope, actor, definitions.nextDashboard(input, here.source.view))
  return { notes: [] }
}

const DRAFT_ONLY: ReadonlySet<string> = new Set([
  'playbook.invalid',
  'playbook.tests_failed',
  'right.missing',
])

/** Saves the playbook and publishes it. One that can’t be published here yet stays a draft and says why. */
async function writePlaybook(at: Applying, item: PackageItem, here: LocalItem | undefined): Promise<Written> {
  const { deps, scope, actor, importer } = at
  const { playbooks } = deps
  const stored = here?.source.kind === 'playbook' ? here.source.view : null
  const document = definitions.playbookDocument(item, stored?.published ?? stored?.draft ?? null, importer)
  const draft =
    stored === null
      ? await playbooks.create(scope, actor, document)
      : await playbooks.save(scope, actor, { playbookId: stored.id, revision: stored.revision, document })
  try {
    const { id: playbookId, revision } = draft
    await playbooks.publish(scope, actor, { playbookId, revision, newTriggersOff: true })
    return { notes: [] }
  } catch (error) {
    if (!isFailure(error) || !DRAFT_ONLY.has(error.code)) throw error
    return { notes: [{ code: 'draft_only', detail: reasonOf(error) }] }
  }
}

/** What a use case says of its refusal, in one line. */
export function reasonOf(error: AppError): string {
  const { issues = [], detail } = error.details
  const words = issues.slice(0, 5).map(({ message }) => message)
  return words.length > 0 ? words.join('; ') : (detail ?? error.message)
}
