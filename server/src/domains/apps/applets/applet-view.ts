// Applets: bundles of fields, a section, and form logic that apps link.
import type { AppletView } from '@caseloom/contract/applets'
import { type Actor, mayPass } from '@caseloom/contract/permissions'
import { readableWorkflow } from '@caseloom/workflow/readable'
import { liveFields, publicField } from '../definition/app-definition.ts'
import { mayBuildApp, sharingOf } from '../definition/app-sharing.rules.ts'
import type { StoredApplet } from '../definition/applet-definition.ts'

/** An applet as people see it; who does not build it sees only the fields they may read. */
export function appletView(applet: StoredApplet, actor: Actor, links: number): AppletView {
  const { fields: all, workflow, section, allows, sharing: _sharing, ...shape } = applet.definition
  const build = mayBuildApp(actor, applet)
  const live = liveFields(applet.definition)
  const hidden = new Set(
    live.filter((field) => !build && !mayPass(actor, field.readers)).map((field) => field.key),
  )
  const isShown = (key: string) => !hidden.has(key)
  return {
    // IDs of stored applets were made by the ID generator.
    id: applet.id as AppletView['id'],
    key: applet.key,
    ...shape,
    section: { ...section, fields: section.fields.filter(isShown) },
    ...(workflow === undefined
      ? {}
      : { workflow: build ? workflow : readableWorkflow(workflow, live, isShown) }),
    allows: Object.fromEntries(Object.entries(allows).filter(([key]) => isShown(key))),
    fields: live.filter(({ key }) => isShown(key)).map(publicField),
    ...(build ? { removedFields: all.filter((field) => field.hidden === true).map(publicField) } : {}),
    sharing: sharingOf(applet),
    revision: applet.revision,
    updatedAt: applet.updatedAt.toISOString(),
    updatedBy: applet.updatedBy,
    links,
    can: { build },
  }
}
