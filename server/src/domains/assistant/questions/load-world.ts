import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import { may } from '@caseloom/contract/kernel/permissions'
import { isFailure } from '../../../platform/errors.ts'
import { type BuiltInDeps, type Inquiry } from './built-in-deps.ts'
import { readableFields } from '../tools/app-of.ts'
import type { KnownValue, World } from './grammar.rules.ts'
import { figuresOf } from './named-places.rules.ts'
import { approvalsSubject, playbooksSubject, runsSubject, tasksSubject } from './other-subjects.rules.ts'
import { type Subject, subjectOf } from './subject.rules.ts'
import { lemmasOf } from './tokens.rules.ts'

/** What the asker's words can be linked to: their apps and fields, the people, and what else they may list. */
export async function loadWorld(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  apps: readonly AppView[],
): Promise<World> {
  const { actor, scope, now, timeZone } = inquiry
  const reads = may(actor, 'record:read')
  const seesPlaybooks = may(actor, 'playbook:read')
  const playbooks = seesPlaybooks ? await deps.automation.listPlaybooks(scope, actor) : []
  const { people, groups } = reads ? await deps.directory(actor, scope) : { people: [], groups: [] }
  const places = await deps.places(scope, actor)
  const taken = new Set(apps.flatMap(({ name, key }) => [name.toLowerCase(), key.replaceAll('_', ' ')]))
  const own = reads ? apps.map((app) => subjectOf(app, readableFields(app, actor), taken)) : []
  return {
    subjects: [
      ...own,
      ...(may(actor, 'run:read') ? [runsSubject(playbooks)] : []),
      ...(reads ? [tasksSubject()] : []),
      ...(may(actor, 'tenant') ? [approvalsSubject()] : []),
      ...(seesPlaybooks ? [playbooksSubject()] : []),
    ],
    people: people.map(({ id, name }) => ({ id, name })),
    groups: groups.map(({ id, name }) => ({ id, name })),
    clock: { now, zone: timeZone },
    figures: figuresOf(places).flatMap((figure) => {
      const app = apps.find(({ key, id }) => key === figure.appId || id === figure.appId)
      return app === undefined ? [] : [{ ...figure, appId: app.id }]
    }),
    values: new Map(),
  }
}

const MAX_FIELDS = 6
const MAX_VALUES = 60
const LONGEST = 300

function isShort(field: Field, titleField: string): boolean {
  return (
    'multiline' in field &&
    field.key !== titleField &&
    (field.format === undefined || field.format === 'plain') &&
    !field.multiline &&
    !field.unique &&
    field.maxLength <= LONGEST
  )
}

/** The world with the values that short texts have in some apps, as far as the asker may read them. */
export async function withValues(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  { world, apps, subjects }: { world: World; apps: readonly AppView[]; subjects: readonly Subject[] },
): Promise<World> {
  const values = new Map<string, KnownValue[]>()
  for (const subject of subjects) {
    const app = apps.find(({ id }) => id === subject.id)
    if (app !== undefined) values.set(app.id, await valuesOf(deps, inquiry, app))
  }
  return { ...world, values }
}

async function valuesOf(
  deps: BuiltInDeps,
  { scope, actor, timeZone }: Inquiry,
  app: AppView,
): Promise<KnownValue[]> {
  const fields = readableFields(app, actor).filter((field) => isShort(field, app.titleField))
  const found: KnownValue[] = []
  for (const { key } of fields.slice(0, MAX_FIELDS)) {
    const { rows } = await deps.records
      .aggregateRecords(scope, actor, {
        appId: app.id,
        measure: { of: 'count' },
        by: { kind: 'group', field: key, limit: MAX_VALUES },
        zone: timeZone,
      })
      .catch((error: unknown) => {
        if (isFailure(error)) return { rows: [] }
        throw error
      })
    for (const row of rows) {
      const lemmas = row.key === null ? [] : lemmasOf(row.key.replaceAll(/[_-]/g, ' '))
      if (row.key !== null && lemmas.length > 0) found.push({ field: key, value: row.key, lemmas })
    }
  }
  return found
}
