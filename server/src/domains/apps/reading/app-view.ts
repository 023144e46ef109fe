import type { LinkedApplet } from '@caseloom/contract/apps/applet-links'
import type { AppView, Promotion } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import { type Actor, may, mayPass } from '@caseloom/contract/kernel/permissions'
import { readableRule } from '@caseloom/contract/apps/correlation-rules'
import { readableExport } from '@caseloom/contract/apps/export-templates'
import { readableTemplate } from '@caseloom/contract/apps/record-templates'
import { isSharedWith } from '@caseloom/contract/kernel/sharing'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { prefixedKey } from '@caseloom/workflow/applets/names'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { isTableName } from '@caseloom/workflow/table-uses'
import { readableWorkflow } from '@caseloom/workflow/readable'
import { liveFields, publicField, type StoredApp } from '../definition/app-definition.ts'
import { closedFields, fieldsKnownTo, mayBuildApp, sharingOf } from '../definition/app-sharing.rules.ts'
import { withReadableTests } from '../definition/test-values.rules.ts'
import type { Backfill } from '../tables/backfill.store.ts'
import { placedIn, shownLayout } from './shown-layout.rules.ts'

/**
 * An app as people see it, with what this actor may do; who does not build it sees only the fields they may read. For
 * an earlier revision, `now` is the app as it is.
 */
export function appView(app: StoredApp, actor: Actor, rework: Backfill | null = null, now = app): AppView {
  const {
    fields: _all,
    classEpochs: _epochs,
    changing: _changing,
    workflow: _workflow,
    applets,
    templates,
    exports,
    correlation,
    promotions,
    ...rest
  } = app.definition
  const { layout: _layout, layouts: _layouts, formats: _formats, ...shape } = rest
  const build = mayBuildApp(actor, app)
  const { workflow } = withReadableTests(actor, app.definition, now.definition.fields)
  const sharing = sharingOf(app)
  const isArchived = app.definition.archived === true
  const fields = liveFields(app.definition)
  const known = fieldsKnownTo(actor, app)
  const hidden = new Set(fields.map(({ key }) => key))
  for (const { key } of known) hidden.delete(key)
  const isShown = (key: string) => !hidden.has(key)
  const mayRead = (key: string) => (isTableName(key) ? may(actor, 'playbook:read') : isShown(key))
  const form = shownLayout(app.definition, fields, { principals: actor.principals, build, isShown })
  return {
    // Ids of stored apps were made by the id generator.
    id: app.id as AppView['id'],
    key: app.key,
    acronym: app.acronym,
    ...shape,
    listColumns: shape.listColumns.filter(isShown),
    ...form,
    fields: known.map((field) => fieldFor(actor, publicField(field), build)),
    ...(build ? { removedFields: removedFields(app), ...ownLimits(actor, known) } : {}),
    ...logicOf(
      { workflow, applets },
      (whole) => (build ? whole : readableWorkflow(whole, fields, mayRead, placedIn(form.layout))),
      isShown,
    ),
    ...(templates === undefined
      ? {}
      : { templates: templates.map((one) => (build ? one : readableTemplate(one, isShown))) }),
    ...(exports === undefined
      ? {}
      : { exports: build ? exports : exports.flatMap((one) => readableExport(one, isShown) ?? []) }),
    ...(correlation === undefined
      ? {}
      : { correlation: build ? correlation : correlation.flatMap((one) => readableRule(one, isShown)) }),
    ...(promotions === undefined
      ? {}
      : { promotions: build ? promotions : promotions.flatMap((one) => readablePromotion(one, isShown)) }),
    sharing,
    ...workOf(rework, isShown),
    revision: app.revision,
    updatedAt: app.updatedAt.toISOString(),
    can: {
      build,
      createRecord: !isArchived && may(actor, 'record:create') && isSharedWith(actor, sharing, 'use'),
    },
  }
}

/** A field as the form takes it: those that the actor can’t write are read-only. Builders see it as it is defined. */
function fieldFor(actor: Actor, field: Field, build: boolean): Field {
  return build || field.readOnly || mayPass(actor, field.writers) ? field : { ...field, readOnly: true }
}

/** What records withhold from someone who builds the app and so knows all of its fields. */
function ownLimits(
  actor: Actor,
  fields: Parameters<typeof closedFields>[1],
): Pick<AppView, 'ownHidden' | 'ownLocked'> {
  const { hidden, locked } = closedFields(actor, fields)
  return {
    ...(hidden.length === 0 ? {} : { ownHidden: hidden }),
    ...(locked.length === 0 ? {} : { ownLocked: locked }),
  }
}

/** A promotion as someone sees it who does not build the app: without what it does with fields that they can't read. */
function readablePromotion(promotion: Promotion, isShown: (key: string) => boolean): Promotion[] {
  const { combine, ...rest } = promotion
  if (!isShown(promotion.link)) return []
  const copy = Object.entries(promotion.copy).filter(([, from]) => isShown(from))
  const copied = new Set(copy.map(([to]) => to))
  const combined = Object.entries(combine ?? {}).filter(([to]) => copied.has(to))
  const set = Object.entries(promotion.set).filter(([key]) => isShown(key))
  return [
    {
      ...rest,
      copy: Object.fromEntries(copy),
      ...(combine === undefined ? {} : { combine: Object.fromEntries(combined) }),
      set: Object.fromEntries(set),
    },
  ]
}

/** The form logic of the app and of its links, each the part of the whole that is readable. */
function logicOf(
  { workflow, applets }: { workflow: Workflow | undefined; applets: LinkedApplet[] | undefined },
  readable: (whole: Workflow) => Workflow,
  isShown: (key: string) => boolean,
): Pick<AppView, 'workflow' | 'applets'> {
  const whole = wholeWorkflow({ workflow, applets })
  const { stages, ...tests } = whole === undefined ? { stages: [] } : readable(whole)
  let at = workflow?.stages.length ?? 0
  const overridesOf = ({ prefix, overrides }: LinkedApplet) =>
    Object.fromEntries(Object.entries(overrides).filter(([key]) => isShown(prefixedKey(prefix, key))))
  return {
    ...(workflow === undefined ? {} : { workflow: { ...tests, stages: stages.slice(0, at) } }),
    ...(applets === undefined
      ? {}
      : {
          applets: applets.map((link) => {
            const from = at
            at += link.stages.length
            return { ...link, overrides: overridesOf(link), stages: stages.slice(from, at) }
          }),
        }),
  }
}

function workOf(
  rework: Backfill | null,
  isShown: (key: string) => boolean,
): Pick<AppView, 'changing' | 'computing'> {
  if (rework === null) return {}
  const { done, total, convert, refused } = rework
  if (convert === null) return { computing: { done, total } }
  const fields = Object.keys(convert).filter(isShown)
  const shown = refused?.filter(({ field }) => isShown(field)) ?? null
  return fields.length === 0 ? {} : { changing: { fields, done, total, refused: shown } }
}

function removedFields({ definition }: StoredApp): Field[] {
  return definition.fields.filter((field) => field.hidden === true).map(publicField)
}
