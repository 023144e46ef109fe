// Applets: bundles of fields, a section, and form logic that apps link.
import type { AppletView } from '@caseloom/contract/apps/applets'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import { readableWorkflow } from '@caseloom/workflow/readable'
import { liveFields, publicField } from '../definition/app-definition.ts'
import { mayBuildApp, sharingOf } from '../definition/app-sharing.rules.ts'
import type { StoredApplet } from '../definition/applet-definition.ts'
import { withReadableTests } from '../definition/test-values.rules.ts'
import { readableSection } from '../reading/shown-layout.rules.ts'

/**
 * An applet as people see it; who does not build it sees only the fields they may read. For an earlier revision, they
 * must also be allowed to read the field as it is `now`.
 */
export function appletView(
  applet: StoredApplet,
  actor: Actor,
  links: number,
  now: StoredApplet = applet,
): AppletView {
  const { fields: all, workflow: _own, section, allows, sharing: _sharing, ...shape } = applet.definition
  const { workflow } = withReadableTests(actor, applet.definition, now.definition.fields)
  const build = mayBuildApp(actor, applet)
  const live = liveFields(applet.definition)
  const hidden = new Set(
    [...live, ...now.definition.fields]
      .filter((field) => !build && !mayPass(actor, field.readers))
      .map((field) => field.key),
  )
  const isShown = (key: string) => !hidden.has(key)
  return {
    // IDs of stored applets were made by the ID generator.
    id: applet.id as AppletView['id'],
    key: applet.key,
    ...shape,
    section: readableSection(section, isShown),
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
