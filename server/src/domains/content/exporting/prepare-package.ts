import { ContentKind } from '@caseloom/contract/content/content-kinds'
import type {
  ClosureItem,
  ContentItem,
  ContentRef,
  ExportProblem,
  PackageNeeds,
} from '@caseloom/contract/content/packages'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import type { PackageItem } from '../format/package-file.ts'
import { packageNeeds } from '../local/package-needs.rules.ts'
import { readLocal } from '../local/read-local.ts'
import { type Closure, closureOf, shortOf } from './closure.rules.ts'
import { literalsIn } from './find-literals.rules.ts'

export interface Prepared {
  items: ClosureItem[]
  needs: PackageNeeds
  problems: ExportProblem[]
  contents: PackageItem[]
}

/** Everything that the actor can export, by kind and title. */
export async function listContentItems(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
): Promise<ContentItem[]> {
  allow(actor, 'content:export')
  const local = [...(await readLocal(deps, scope, actor)).values()]
  const kinds = ContentKind.options
  return local
    .filter(({ portable }) => portable?.notes.every(({ code }) => code !== 'unpublished') === true)
    .map(shortOf)
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.title.localeCompare(b.title, 'en'))
}

/** The chosen items with what they need, and everything that is wrong with them. */
export async function preparePackage(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  chosen: readonly ContentRef[],
): Promise<Prepared> {
  allow(actor, 'content:export')
  const closure = closureOf(chosen, await readLocal(deps, scope, actor))
  const principals = await deps.principals(scope)
  const problems = closure.missing.map(missingProblem)
  const contents: PackageItem[] = []
  for (const { item } of closure.items) {
    if (item.portable === null) continue
    const { document, limits, notes } = item.portable
    const short = shortOf(item)
    contents.push({ ...short, document, limits })
    for (const note of [...notes, ...literalsIn(document, principals)])
      problems.push({ ...note, item: short })
  }
  const items = closure.items.map(({ item, why }) => ({ ...shortOf(item), why }))
  return {
    items,
    needs: packageNeeds(contents, deps.playbooks.needsOf),
    problems: problems.toSorted(errorsFirst),
    contents,
  }
}

/** An app that the actor can’t see whole, or a component that isn’t there. */
function missingProblem({ name, by, place }: Closure['missing'][number]): ExportProblem {
  const [kind, key = ''] = name.split('/')
  const unknown = { kind: ContentKind.parse(kind), key, title: key }
  // A playbook that is called and isn’t there fails when it is called; apps and applets are missed by everyone.
  const isCalled = kind === 'playbook' && by !== null
  return {
    severity: isCalled ? 'warning' : 'error',
    code: kind === 'playbook' ? 'unpublished' : 'unreadable_app',
    item: by ?? unknown,
    place: by === null ? place : key,
  }
}

function errorsFirst(a: ExportProblem, b: ExportProblem): number {
  return Number(a.severity === 'warning') - Number(b.severity === 'warning')
}
