import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import {
  type createHomePage as createRoute,
  type HomePageView,
  MAX_HOME_PAGES,
} from '@caseloom/contract/workspaces/home-pages'
import type { TenantScope, TenantTx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { newId } from '../../platform/uuid.ts'
import { homeWidgetIssues } from './check-home-widgets.ts'
import { type HomeDeps, needFlag, userOf } from './home-page.ts'
import { publishHomePage } from './home-pages.events.ts'
import {
  defaultIssues,
  isSameAudience,
  isSameSet,
  mayManageHomePage,
  mayReadHomePage,
  mayShareHomePages,
} from './home-pages.rules.ts'
import {
  countOwnHomePages,
  homePageKey,
  isChosen,
  lockHomePages,
  putHomeChoice,
  putHomePage,
  removeHomePage,
  type StoredHomePage,
} from './home-pages.store.ts'
import { homePageView } from './home-page-view.ts'
import { readableHomePage } from './read-home-pages.ts'
import type { Asker } from './workspaces-deps.ts'

type Deps = Pick<HomeDeps, 'flags'>
type Input = RouteBody<typeof createRoute>
const PERSONAL = { sharing: [], defaultFor: [] }

/**
 * Adds a page that the actor owns; only packages name the key of a shared one. Throws request.invalid at the widgets and
 * defaults, right.missing for sharing.
 */
export async function createHomePage(
  deps: Deps,
  scope: TenantScope,
  asker: Asker,
  { key: wanted, ...input }: Input & { key?: string },
): Promise<HomePageView> {
  const { actor } = asker
  await needFlag(deps, scope)
  const ownerId = userOf(actor)
  needShare(actor, PERSONAL, input)
  await needValid({ scope, actor }, input, [])
  return scope.tx(async (tx) => {
    if ((await countOwnHomePages(tx, ownerId)) >= MAX_HOME_PAGES) throw tooMany()
    const id = newId()
    const key = await homePageKey(tx, { ...input, id, key: null }, wanted)
    const page: StoredHomePage = { ...input, ownerId, id, key, revision: 1, updatedAt: tx.now }
    await takeDefaults(tx, asker, await lockHomePages(tx, page.id, page.defaultFor), page)
    await putHomePage(tx, page)
    await publishHomePage(tx, asker, { before: null, after: page })
    return homePageView(actor, page)
  })
}

/** Changes a page; throws resource.version_conflict with the present one, and as createHomePage does. */
export async function saveHomePage(
  deps: Deps,
  scope: TenantScope,
  asker: Asker,
  { homePageId, revision, ...input }: Input & { homePageId: string; revision: number },
): Promise<HomePageView> {
  const { actor } = asker
  await needFlag(deps, scope)
  const present = await scope.read((tx) => readableHomePage(tx, actor, homePageId))
  needCurrent(actor, present, revision)
  needShare(actor, present, input)
  await needValid({ scope, actor }, input, present.widgets)
  return scope.tx(async (tx) => {
    const locked = await lockHomePages(tx, homePageId, input.defaultFor)
    const before = lockedPage(actor, locked, homePageId)
    needCurrent(actor, before, revision)
    const key = await homePageKey(tx, { ...before, ...input })
    const after = { ...before, ...input, key, revision: revision + 1, updatedAt: tx.now }
    await takeDefaults(tx, asker, locked, after)
    await putHomePage(tx, after)
    await publishHomePage(tx, asker, { before, after })
    return homePageView(actor, after)
  })
}

/** Deletes a page; throws resource.not_found, right.missing. */
export async function deleteHomePage(
  deps: Deps,
  scope: TenantScope,
  asker: Asker,
  homePageId: string,
): Promise<void> {
  await needFlag(deps, scope)
  await scope.tx((tx) => removeManaged(tx, asker, homePageId, () => Promise.resolve(false)))
}

/** Deletes a page unless it is the default of a role or someone has chosen it; answers whether it did. */
export async function deleteUnusedHomePage(
  deps: Deps,
  scope: TenantScope,
  asker: Asker,
  homePageId: string,
): Promise<boolean> {
  await needFlag(deps, scope)
  return scope.tx((tx) =>
    removeManaged(
      tx,
      asker,
      homePageId,
      async ({ id, defaultFor }) => defaultFor.length > 0 || isChosen(tx, id),
    ),
  )
}

async function removeManaged(
  tx: TenantTx,
  asker: Asker,
  homePageId: string,
  isUsed: (page: StoredHomePage) => Promise<boolean>,
): Promise<boolean> {
  const before = lockedPage(asker.actor, await lockHomePages(tx, homePageId, []), homePageId)
  needManage(asker.actor, before)
  if (await isUsed(before)) return false
  await removeHomePage(tx, homePageId)
  await publishHomePage(tx, asker, { before, after: null })
  return true
}

/** Sets the actor's home page: one they may read, the built-in page, or (null) the default of their roles. */
export async function chooseHomePage(
  deps: Deps,
  scope: TenantScope,
  { actor, page }: { actor: Actor; page: string | null },
): Promise<void> {
  await needFlag(deps, scope)
  const userId = userOf(actor)
  await scope.tx(async (tx) => {
    if (page === null) return putHomeChoice(tx, userId, undefined)
    if (page === 'builtIn') return putHomeChoice(tx, userId, null)
    return putHomeChoice(tx, userId, (await readableHomePage(tx, actor, page)).id)
  })
}

/** A role has one default: the other pages lose it, in a new revision that their editors notice. */
async function takeDefaults(
  tx: TenantTx,
  asker: Asker,
  locked: readonly StoredHomePage[],
  { id, defaultFor }: StoredHomePage,
): Promise<void> {
  for (const before of locked) {
    if (before.id === id) continue
    const rest = before.defaultFor.filter((role) => !defaultFor.includes(role))
    const after = { ...before, defaultFor: rest, revision: before.revision + 1, updatedAt: tx.now }
    await putHomePage(tx, after)
    await publishHomePage(tx, asker, { before, after })
  }
}

function lockedPage(actor: Actor, pages: readonly StoredHomePage[], id: string): StoredHomePage {
  const page = pages.find((one) => one.id === id)
  if (page === undefined || !mayReadHomePage(actor, page)) throw fail('resource.not_found')
  return page
}

function needManage(actor: Actor, page: StoredHomePage): void {
  if (!mayManageHomePage(actor, page))
    throw fail('right.missing', { detail: 'You don’t have permission to edit this home page' })
}

function needCurrent(actor: Actor, present: StoredHomePage, revision: number): void {
  needManage(actor, present)
  if (present.revision === revision) return
  // A view is made of JSON values only.
  const current = homePageView(actor, present) as unknown as JsonValue
  throw fail('resource.version_conflict', { extra: { current } })
}

type Audience = Pick<Input, 'sharing'> & { defaultFor: readonly string[] }

function needShare(actor: Actor, before: Pick<StoredHomePage, 'sharing' | 'defaultFor'>, after: Audience) {
  const isSame =
    isSameAudience(before.sharing, after.sharing) && isSameSet(before.defaultFor, after.defaultFor)
  if (!isSame && !mayShareHomePages(actor))
    throw fail('right.missing', { detail: 'You don’t have permission to share home pages' })
}

async function needValid(
  who: { scope: TenantScope; actor: Actor },
  input: Input,
  saved: StoredHomePage['widgets'],
): Promise<void> {
  const issues = [
    ...(await homeWidgetIssues(who, input.widgets, saved)),
    ...defaultIssues(input.sharing, input.defaultFor),
  ]
  if (issues.length > 0) throw fail('request.invalid', { issues })
}

function tooMany() {
  const message = `You already have ${MAX_HOME_PAGES} home pages. Delete one first.`
  return fail('request.invalid', {
    issues: [{ path: ['body'], code: 'too_many', message, max: MAX_HOME_PAGES }],
  })
}
