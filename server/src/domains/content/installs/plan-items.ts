import type { ItemChange } from '@caseloom/contract/content/packages'
import { WorkspaceFile } from '@caseloom/contract/workspaces/workspace-file'
import { nameOf, type PackageItem } from '../format/package-file.ts'
import { hashOf, hasOpenDraft, type LocalItem } from '../local/local-item.ts'
import type { ItemProgress } from './install-shape.ts'

/** What a plan is made of, beside the package. */
export interface Here {
  local: ReadonlyMap<string, LocalItem>
  /** What the last import of the package made of each item. */
  last: ReadonlyMap<string, Pick<ItemProgress, 'hash' | 'made'>>
  /** Acronyms of apps that the actor sees, deleted ones among them, by key. */
  acronyms: ReadonlyMap<string, string>
  /** Kinds that the actor may build. */
  builds: (kind: PackageItem['kind']) => boolean
  /** Kinds that aren’t there for the actor. */
  notOffered: ReadonlySet<PackageItem['kind']>
}

/** What becomes of each item of a package; pure, so that the same state gives the same plan. */
export function planItems(items: readonly PackageItem[], here: Here): ItemProgress[] {
  return items.map((item) => {
    const local = here.local.get(nameOf(item))
    const hash = hashOf(item.document)
    const before = local?.portable ?? null
    const hashBefore = before === null ? null : hashOf(before.document)
    const { change, reason } = changeOf(item, { local, hash, hashBefore, here })
    return {
      kind: item.kind,
      key: item.key,
      title: item.title,
      change,
      reason,
      decision: null,
      state: 'planned',
      notes: [],
      at: null,
      hash,
      hashBefore,
      made: null,
      before: null,
      restored: false,
    }
  })
}

interface Compared {
  local: LocalItem | undefined
  hash: string
  hashBefore: string | null
  here: Here
}

function changeOf(
  item: PackageItem,
  { local, hash, hashBefore, here }: Compared,
): { change: ItemChange; reason: ItemProgress['reason'] } {
  const made = here.last.get(nameOf(item))
  const isAsMade = made !== undefined && made.made !== null && made.made.hash === hashBefore
  if (hashBefore === hash || (isAsMade && made.hash === hash)) return { change: 'same', reason: null }
  if (here.notOffered.has(item.kind)) return { change: 'blocked', reason: 'not_offered' }
  if (!here.builds(item.kind)) return { change: 'blocked', reason: 'missing_permission' }
  if (local === undefined) {
    if (acronymOwner(item, here.acronyms) !== undefined) return { change: 'blocked', reason: 'acronym_taken' }
    if (isNameTaken(item, here.local)) return { change: 'blocked', reason: 'name_taken' }
    return { change: 'add', reason: null }
  }
  if (hashBefore === null || isClosed(local)) return { change: 'blocked', reason: 'key_taken' }
  if (isNameTaken(item, here.local)) return { change: 'blocked', reason: 'name_taken' }
  if (local.source.kind === 'app' && local.source.view.archived === true)
    return { change: 'blocked', reason: 'archived' }
  return { change: isAsMade && !hasOpenDraft(local) ? 'change' : 'conflict', reason: null }
}

/** Something that the actor sees and may not change. */
function isClosed({ source: { view } }: LocalItem): boolean {
  return 'can' in view && 'manage' in view.can && !view.can.manage
}

/** Workspaces have different names. */
function isNameTaken({ kind, key, document }: PackageItem, local: Here['local']): boolean {
  if (kind !== 'workspace') return false
  const { name } = WorkspaceFile.parse(document).workspace
  return [...local.values()].some(
    (one) => one.kind === kind && one.key !== key && one.title.toLowerCase() === name.toLowerCase(),
  )
}

/** Another app that has the acronym. */
function acronymOwner({ kind, key, document }: PackageItem, acronyms: Here['acronyms']): string | undefined {
  if (kind !== 'app') return undefined
  const { app } = document
  const acronym = app !== null && typeof app === 'object' && !Array.isArray(app) ? app['acronym'] : null
  const owner = typeof acronym === 'string' ? acronyms.get(acronym) : undefined
  return owner === key ? undefined : owner
}
