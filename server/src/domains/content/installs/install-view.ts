import { ContentKind } from '@caseloom/contract/content/content-kinds'
import { type InstallItem, InstallSummary, type InstallView } from '@caseloom/contract/content/packages'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { buildPermission, nameOf } from '../format/package-file.ts'
import type { LocalItem } from '../local/local-item.ts'
import { readLocal } from '../local/read-local.ts'
import { checkNeeds, computePlan } from './compute-plan.ts'
import { type Install, type InstallFacts, type ItemProgress, UNDO_DAYS } from './install-shape.ts'

const DAY_MS = 86_400_000

/** What lists say of an import; it counts only the items that are shown. */
export function summaryOf(install: InstallFacts, isShown: (name: string) => boolean): InstallSummary {
  const shown = install.names.filter(isShown)
  const of = (kind: ItemProgress['kind']) => shown.filter((name) => name.startsWith(`${kind}/`)).length
  const { id, package: name, title, version, description, state, outcome } = install
  return InstallSummary.parse({
    id,
    package: name,
    title,
    version,
    description,
    state,
    outcome,
    counts: Object.fromEntries(ContentKind.options.map((kind) => [kind, of(kind)])),
    by: install.starterRef,
    at: install.createdAt.toISOString(),
    endedAt: install.endedAt?.toISOString() ?? null,
  })
}

/** An import as the actor sees it; that of someone else is without what they can’t see in the tenant. */
export async function installView(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  install: Install,
): Promise<InstallView> {
  const isPlan = install.state === 'planned'
  const plan = isPlan ? await computePlan(deps, scope, actor, install.content) : null
  const local = plan?.local ?? (await readLocal(deps, scope, actor))
  const items = (plan?.items ?? install.items).map((item) => itemView(item, local))
  const isOwn = install.starter === actor.id
  const shown = isOwn ? items : items.filter((item) => item.id !== null)
  const isApplied = (item: InstallItem) => item.state !== 'planned'
  const facts = { ...install, names: shown.map(nameOf) }
  return {
    ...summaryOf(facts, () => true),
    sha256: install.sha256,
    items: shown,
    needs: await checkNeeds(deps, scope, actor, install.content),
    fingerprint: plan?.fingerprint ?? null,
    done: shown.filter(isApplied).length,
    total: shown.length,
    can: {
      apply: isPlan && isOwn && shown.every(({ change }) => change !== 'blocked'),
      undo: isUndoable(install, new Date()) && mayUndo(actor, install),
      discard: isPlan && isOwn,
    },
  }
}

function itemView(item: ItemProgress, local: ReadonlyMap<string, LocalItem>): InstallItem {
  const {
    hash: _hash,
    hashBefore: _before,
    made: _made,
    before: _former,
    restored: _restored,
    ...shown
  } = item
  return { ...shown, id: local.get(nameOf(item))?.id ?? null }
}

export function isUndoable({ state, endedAt, items }: Install, now: Date): boolean {
  const isRecent = endedAt !== null && now.getTime() - endedAt.getTime() < UNDO_DAYS * DAY_MS
  return state === 'done' && isRecent && items.some((item) => isChangedBy(item))
}

/** Whether the import has added or changed the item. */
export function isChangedBy({ made, change }: Pick<ItemProgress, 'made' | 'change'>): boolean {
  return made !== null && change !== 'same'
}

/** The permissions that the undo of all of its items takes. */
export function mayUndo(actor: Actor, { items }: Pick<Install, 'items'>): boolean {
  return items.filter(isChangedBy).every(({ kind }) => may(actor, buildPermission(kind)))
}
