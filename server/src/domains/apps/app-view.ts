import type { AppView } from '@caseloom/contract/apps'
import type { Field } from '@caseloom/contract/fields'
import { type Actor, may, mayPass } from '@caseloom/contract/permissions'
import { isSharedWith } from '@caseloom/contract/sharing'
import { liveFields, publicField, type StoredApp } from './app-definition.ts'
import { mayBuildApp, sharingOf } from './app-sharing.rules.ts'

/** An app as people see it, with what this actor may do; who does not build it sees only the fields they may read. */
export function appView(app: StoredApp, actor: Actor): AppView {
  const { fields: _all, classEpochs: _epochs, ...shape } = app.definition
  const build = mayBuildApp(actor, app)
  const sharing = sharingOf(app)
  const fields = liveFields(app.definition)
  const hidden = new Set(
    fields.filter((field) => !build && !mayPass(actor, field.readers)).map((field) => field.key),
  )
  const isShown = (key: string) => !hidden.has(key)
  return {
    // Ids of stored apps were made by the id generator.
    id: app.id as AppView['id'],
    key: app.key,
    acronym: app.acronym,
    ...shape,
    listColumns: shape.listColumns.filter(isShown),
    layout: shape.layout.map((section) => ({ ...section, fields: section.fields.filter(isShown) })),
    fields: fields.filter((field) => isShown(field.key)).map(publicField),
    ...(build ? { removedFields: removedFields(app) } : {}),
    sharing,
    revision: app.revision,
    updatedAt: app.updatedAt.toISOString(),
    can: { build, createRecord: may(actor, 'record:create') && isSharedWith(actor, sharing, 'use') },
  }
}

function removedFields({ definition }: StoredApp): Field[] {
  return definition.fields.filter((field) => field.hidden === true).map(publicField)
}
