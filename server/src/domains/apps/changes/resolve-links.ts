import type { AppletLink, AppletLinkInput, LinkedApplet } from '@caseloom/contract/apps/applet-links'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { isSharedWith } from '@caseloom/contract/kernel/sharing'
import { expandApplet } from '@caseloom/workflow/applets/expand'
import { putLink } from '@caseloom/workflow/applets/link'
import { asJson, sameJson } from '@caseloom/workflow/applets/same-json'
import type { TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { findApplet, findAppletRevision, holdApplets } from '../catalog/applets.store.ts'
import { liveFields, type StoredApp } from '../definition/app-definition.ts'
import { bundleOf } from '../definition/applet-definition.ts'
import { type CheckedLink, checkedLinkIssues, strayIssues } from '../definition/link-faults.rules.ts'

interface Editing {
  fields: FieldInput[]
  layout: LayoutSection[]
  applets?: AppletLinkInput[] | undefined
}
/** What an editor gives, with all that its links bring. */
export type Resolved<Input extends Editing> = Omit<Input, 'applets'> & { applets?: LinkedApplet[] }

/**
 * Adds what links bring to a definition and checks that the rest of it matches them. Links that are absent are left as they are.
 * @throws request.invalid with the place of each fault
 */
export async function resolveLinks<Input extends Editing>(
  tx: TenantTx,
  actor: Actor,
  input: Input,
  before: StoredApp | null,
): Promise<Resolved<Input>> {
  const { applets, ...rest } = input
  const stored = before?.definition.applets ?? []
  const links = (applets ?? stored).map(plainLink)
  const issues = strayIssues(input, links)
  if (issues.length > 0) throw fail('request.invalid', { issues })
  if (links.length === 0) return rest
  let whole: Editing & { applets: LinkedApplet[] } = {
    fields: input.fields,
    layout: input.layout,
    applets: [],
  }
  for (const [at, link] of links.entries()) {
    const old = stored.find(({ prefix, applet }) => prefix === link.prefix && applet === link.applet)
    const found = await findLinked(tx, actor, { link, old })
    if ('issue' in found) issues.push({ ...found.issue, path: ['body', 'applets', at, ...found.issue.path] })
    else if (found.name === null) issues.push(...unchangedLink(whole, { link, at, before }))
    else {
      const checked = {
        at,
        link,
        name: found.name,
        bundle: found.bundle,
        before: old,
        ...storedParts(before, link),
      }
      issues.push(...checkedLinkIssues(input, checked))
      const { stages } = expandApplet(found.bundle, link)
      whole = putLink(whole, found.bundle, { link: { ...link, name: found.name, stages } })
      continue
    }
    if (old !== undefined) whole = { ...whole, applets: [...whole.applets, old] }
  }
  if (issues.length > 0) throw fail('request.invalid', { issues })
  return { ...rest, ...whole }
}

/** The link without what a view shows beside it. */
function plainLink({ applet, prefix, revision, overrides, rulesOff = [] }: AppletLinkInput): AppletLink {
  return { applet, prefix, revision, overrides, ...(rulesOff.length === 0 ? {} : { rulesOff }) }
}

type Found =
  | { name: string; bundle: CheckedLink['bundle'] }
  /** The applet is gone; the link is as it was. */
  | { name: null }
  | { issue: Issue }

/** The revision that a link uses: any of an applet that the actor may link, or the one that was linked before. */
async function findLinked(
  tx: TenantTx,
  actor: Actor,
  { link, old }: { link: AppletLink; old: LinkedApplet | undefined },
): Promise<Found> {
  const applet = await findApplet(tx, link.applet)
  const isMine = applet !== null && isSharedWith(actor, applet.definition.sharing ?? null, 'use')
  if (applet === null && old !== undefined && sameJson(asJson(plainLink(old)), asJson(link)))
    return { name: null }
  if (applet === null || (!isMine && old === undefined))
    return { issue: { path: ['applet'], code: 'unknown_applet', message: 'Applet not found' } }
  // An applet that is no longer shared with the actor gives them no other revision.
  const isOpen = isMine || link.revision === old?.revision
  const revision = isOpen ? await findAppletRevision(tx, applet.id, link.revision) : null
  if (revision === null) {
    const message = `The applet has no revision ${link.revision}`
    return { issue: { path: ['revision'], code: 'unknown_revision', message } }
  }
  return { name: applet.definition.name, bundle: bundleOf(revision.definition) }
}

/** A link of which the applet is gone: its fields stay as they were. */
function unchangedLink(
  { fields }: Editing,
  { link, at, before }: { link: AppletLink; at: number; before: StoredApp | null },
): Issue[] {
  const now = fields.filter(({ applet }) => applet === link.prefix)
  const then =
    before === null ? [] : liveFields(before.definition).filter(({ applet }) => applet === link.prefix)
  const plain = (field: FieldInput & { generation?: number }) => {
    const { id: _id, generation: _generation, ...rest } = field
    return asJson(rest)
  }
  const isSame =
    now.length === then.length &&
    now.every((field) => {
      const old = then.find(({ key }) => key === field.key)
      return old !== undefined && sameJson(plain(field), plain(old))
    })
  if (isSame) return []
  const message = 'The applet no longer exists: detach it to change its fields'
  return [{ path: ['body', 'applets', at, 'applet'], code: 'unknown_applet', message }]
}

function storedParts(
  before: StoredApp | null,
  { prefix }: AppletLink,
): Pick<CheckedLink, 'removed' | 'elsewhere'> {
  const { fields = [], layout = [] } = before?.definition ?? {}
  const ours = new Set(fields.flatMap(({ key, applet }) => (applet === prefix ? [key] : [])))
  const others = layout.filter(({ applet }) => applet !== prefix).flatMap((section) => section.fields)
  return {
    removed: fields.filter(({ hidden }) => hidden === true),
    elsewhere: new Set(others.filter((key) => ours.has(key))),
  }
}

/** @throws request.invalid when a newly linked applet was deleted meanwhile */
export async function holdLinked(
  tx: TenantTx,
  links: readonly LinkedApplet[] = [],
  before: readonly LinkedApplet[] = [],
): Promise<void> {
  const known = new Set<string>(before.map(({ applet }) => applet))
  const wanted = [...new Set(links.map(({ applet }) => applet))].filter((id) => !known.has(id))
  const there = await holdApplets(tx, wanted)
  const issues = links.flatMap(({ applet }, at) =>
    !wanted.includes(applet) || there.has(applet)
      ? []
      : [{ path: ['body', 'applets', at, 'applet'], code: 'unknown_applet', message: 'Applet not found' }],
  )
  if (issues.length > 0) throw fail('request.invalid', { issues })
}
