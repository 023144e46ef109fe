import type { MergeItem, takeAppletUpdates } from '@caseloom/contract/apps/applets'
import { ERRORS, type Issue } from '@caseloom/contract/kernel/errors'
import { AppId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody, RouteReply } from '@caseloom/contract/kernel/route'
import { keyClashes } from '@caseloom/workflow/applets/faults'
import { mergeLink } from '@caseloom/workflow/applets/merge'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { editedApp } from '../changes/edited-app.ts'
import { updateApp, type UpdateAppDeps } from '../changes/update-app.ts'
import { liveFields } from '../definition/app-definition.ts'
import { allowBuildApplet, mayBuildApp } from '../definition/app-sharing.rules.ts'
import { mergingOf } from './applet-updates.ts'
import { linksOf } from './applet-uses.ts'
import { editOf, withMergedLink } from './edited-links.ts'
import { readableApplet } from './read-applets.ts'

type Wish = RouteBody<typeof takeAppletUpdates>['apps'][number]
type Result = RouteReply<typeof takeAppletUpdates>['items'][number]

/** Updates apps to the present revision of an applet, one after the other; one that can't be updated stays as it is. */
export async function takeUpdates(
  deps: UpdateAppDeps,
  scope: TenantScope,
  actor: Actor,
  { appletId, apps }: { appletId: string; apps: readonly Wish[] },
): Promise<{ items: Result[] }> {
  allow(actor, 'app:build')
  await scope.read(async (tx) => allowBuildApplet(actor, await readableApplet(tx, actor, appletId)))
  const items: Result[] = []
  for (const [at, wish] of apps.entries()) {
    const { appId, prefix } = wish
    // Two links of one app in one request: the second begins where the first ended.
    const earlier = items.findLast((one) => one.appId === appId && one.revision !== null)
    const revision = earlier?.revision ?? wish.revision
    const result = await takeOne(deps, scope, actor, { appletId, wish: { ...wish, revision } }).catch(
      (error: unknown): Omit<Result, 'appId' | 'prefix'> => ({
        revision: null,
        problem: problemOf(error, at),
      }),
    )
    items.push({ appId, prefix, ...result })
  }
  return { items }
}

/** @throws what updating an app throws, and request.invalid while conflicts are undecided */
async function takeOne(
  deps: UpdateAppDeps,
  scope: TenantScope,
  actor: Actor,
  { appletId, wish }: { appletId: string; wish: Wish },
): Promise<Pick<Result, 'revision' | 'problem'>> {
  const command = await scope.read(async (tx) => {
    const applet = await readableApplet(tx, actor, appletId)
    const app = await editedApp(tx, actor, wish)
    const link = app.definition.applets?.find((one) => one.prefix === wish.prefix && one.applet === applet.id)
    if (link === undefined) throw fail('resource.not_found')
    const merging = await mergingOf(tx, { applet, app, link })
    const merged = mergeLink(merging, wish.decisions)
    refuseUndecided(merged.items, wish)
    return withMergedLink(editOf(app), merging.next, merged)
  })
  const { revision } = await updateApp(deps, scope, actor, { ...command, confirmed: wish.confirmed })
  return { revision, problem: null }
}

function refuseUndecided(items: readonly MergeItem[], { decisions }: Wish): void {
  const issues = items.flatMap(({ id, kind, subject }): Issue[] =>
    kind !== 'conflict' || decisions[id] !== undefined
      ? []
      : [
          {
            path: ['decisions', id],
            code: 'undecided',
            message: `Choose what happens to "${subject.name}": both changed it`,
          },
        ],
  )
  if (issues.length > 0) throw fail('request.invalid', { issues })
}

function problemOf(error: unknown, at: number): NonNullable<Result['problem']> {
  if (!isFailure(error)) throw error
  const { code, details } = error
  const issues = (details.issues ?? []).map((issue) => ({
    ...issue,
    path: issue.path[0] === 'decisions' ? ['body', 'apps', at, ...issue.path] : issue.path,
  }))
  return { code, title: details.detail ?? ERRORS[code].title, issues }
}

/** Where nothing is to be decided and no one can read or write more, apps take the revision immediately. */
export async function followImmediately(
  deps: UpdateAppDeps,
  scope: TenantScope,
  actor: Actor,
  appletId: string,
): Promise<void> {
  const apps = await scope.read(async (tx) => {
    const applet = await readableApplet(tx, actor, appletId)
    if (applet.definition.follow !== 'update') return []
    const wishes: Wish[] = []
    const { links } = await linksOf(tx, actor, applet)
    for (const { app, link } of links) {
      if (!mayBuildApp(actor, app) || link.revision === applet.revision) continue
      const merging = await mergingOf(tx, { applet, app, link })
      const { items } = mergeLink(merging)
      const removed = app.definition.fields.filter(({ hidden }) => hidden === true)
      const keys = { fields: liveFields(app.definition), removed }
      const clashes = keyClashes(merging.next, link.prefix, keys)
      if (items.some(isForPeople) || clashes.some(({ kind }) => kind !== 'avoided')) continue
      wishes.push({
        appId: AppId.parse(app.id),
        prefix: link.prefix,
        revision: app.revision,
        decisions: {},
      })
    }
    return wishes
  })
  if (apps.length > 0) await takeUpdates(deps, scope, actor, { appletId, apps })
}

function isForPeople({ kind, property }: MergeItem): boolean {
  return kind === 'conflict' || property === 'readers' || property === 'writers'
}
