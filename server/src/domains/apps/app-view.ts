import type { AppView } from '@caseloom/contract/apps'
import type { Field } from '@caseloom/contract/fields'
import { type Actor, may } from '@caseloom/contract/permissions'
import { liveFields, type StoredApp } from './app-definition.ts'

/** An app as people see it, with what this actor may do. */
export function appView(app: StoredApp, actor: Actor): AppView {
  const { fields: _all, classEpochs: _epochs, ...shape } = app.definition
  return {
    // Ids of stored apps were made by the id generator.
    id: app.id as AppView['id'],
    key: app.key,
    acronym: app.acronym,
    ...shape,
    fields: liveFields(app.definition),
    ...(may(actor, 'app:build') ? { removedFields: removedFields(app) } : {}),
    revision: app.revision,
    updatedAt: app.updatedAt.toISOString(),
    can: { build: may(actor, 'app:build'), createRecord: may(actor, 'record:create') },
  }
}

function removedFields({ definition }: StoredApp): Field[] {
  return definition.fields.flatMap(({ hidden, ...field }) => (hidden === true ? [field] : []))
}
