import type { AppletTouch, AppletUpdateView } from '@caseloom/contract/apps/applets'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { expandApplet } from '@caseloom/workflow/applets/expand'
import { keyClashes } from '@caseloom/workflow/applets/faults'
import { prefixedKey } from '@caseloom/workflow/applets/names'
import { mergeLink } from '@caseloom/workflow/applets/merge'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { findAppletRevision } from '../catalog/applets.store.ts'
import { liveFields } from '../definition/app-definition.ts'
import { allowBuildApplet } from '../definition/app-sharing.rules.ts'
import { bundleOf, type StoredApplet } from '../definition/applet-definition.ts'
import { type AppLink, linksOf, plainLink, useOf } from './applet-uses.ts'
import { readableApplet } from './read-applets.ts'

/** What of the domains above names fields of an app, as far as the actor may see it. */
export type FindTouches = (
  scope: TenantScope,
  actor: Actor,
  named: { appId: string; keys: readonly string[] },
) => Promise<AppletTouch[]>

/** What the present revision of an applet changes in each app that links it and that the actor may see. */
export async function listUpdates(
  touches: FindTouches,
  scope: TenantScope,
  actor: Actor,
  appletId: string,
): Promise<{ items: AppletUpdateView[]; others: number }> {
  allow(actor, 'app:build')
  const { items, others } = await scope.read(async (tx) => {
    const applet = await readableApplet(tx, actor, appletId)
    allowBuildApplet(actor, applet)
    const { links, others } = await linksOf(tx, actor, applet)
    const items: Omit<AppletUpdateView, 'touches'>[] = []
    for (const one of links) items.push(await updateOf(tx, actor, { applet, ...one }))
    return { items, others }
  })
  const whole: AppletUpdateView[] = []
  for (const item of items) {
    const keys = [...new Set([...item.before, ...item.after].map(({ key }) => key))]
    // Asked after the reading transaction: other domains read in their own.
    const named = item.can.build ? await touches(scope, actor, { appId: item.app.id, keys }) : []
    whole.push({ ...item, touches: named })
  }
  return { items: whole, others }
}

type Update = AppLink & { applet: StoredApplet }

async function updateOf(
  tx: TenantTx,
  actor: Actor,
  { applet, app, link }: Update,
): Promise<Omit<AppletUpdateView, 'touches'>> {
  const use = await useOf(tx, actor, { app, link })
  const merging = { ...(await mergingOf(tx, { applet, app, link })), link: use.link }
  const { items, link: merged, own } = mergeLink(merging)
  const removed = app.definition.fields.filter(({ hidden }) => hidden === true)
  const { base, next } = merging
  const remaining = own.flatMap((key) => base.fields.filter((field) => field.key === key))
  return {
    ...use,
    next: applet.revision,
    items,
    // Clashes reveal which keys the app has; only its builders see all of its fields.
    clashes: use.can.build
      ? keyClashes(next, link.prefix, { fields: liveFields(app.definition), removed })
      : [],
    before: labelsOf(expandApplet(base, link)),
    after: [
      ...labelsOf(expandApplet(next, merged)),
      ...remaining.map(({ key, label }) => ({ key: prefixedKey(link.prefix, key), label })),
    ],
  }
}

/** The revision that a link uses and the present one, which may be the same. */
export async function mergingOf(tx: TenantTx, { applet, link }: Update) {
  const row = await findAppletRevision(tx, applet.id, link.revision)
  const next = { ...bundleOf(applet.definition), revision: applet.revision }
  return { base: row === null ? next : bundleOf(row.definition), next, link: plainLink(link) }
}

function labelsOf({ fields, section }: ReturnType<typeof expandApplet>): { key: string; label: string }[] {
  return section.fields.flatMap((key) => {
    const field = fields.find((one) => one.key === key)
    return field === undefined ? [] : [{ key, label: field.label }]
  })
}
