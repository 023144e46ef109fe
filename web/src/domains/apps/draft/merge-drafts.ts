import { exportsWithout } from '@caseloom/contract/apps/export-templates'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { itemsOfSection, type LayoutSection, withItems } from '@caseloom/contract/apps/layout'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { mergePart, same, type Sides } from '../../../ui/draft/merge-parts.ts'
import type { AppDraft } from './app-draft.ts'
import { mergeWorkflows, takeTheirItems } from './merge-workflow.ts'

export interface PartConflict {
  /** `name`, `layout` and so on, `field:` and a field's key, or `workflow:` and the ID of a stage or rule. */
  part: string
  mine: unknown
  theirs: unknown
}

export interface Merged {
  /** Both sides' changes; in conflicts, mine. */
  draft: AppDraft
  conflicts: PartConflict[]
}

const OWN_PARTS = new Set(['fields'])

/** Merges two edits of one revision part by part. */
export function mergeDrafts(base: AppDraft, mine: AppDraft, theirs: AppDraft): Merged {
  const conflicts: PartConflict[] = []
  const bags: Record<'base' | 'mine' | 'theirs', Record<string, unknown>> = {
    base: { ...base },
    mine: { ...mine },
    theirs: { ...theirs },
  }
  const names = new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])
  const parts = [...names]
    .filter((name) => !OWN_PARTS.has(name))
    .map((name) => {
      const sides = { base: bags.base[name], mine: bags.mine[name], theirs: bags.theirs[name] }
      return [name, choose(name, sides, conflicts)] as const
    })
  const fields = mergeFields(base, mine, theirs, conflicts)
  // Every part comes from one of the three drafts, so the result is one again.
  const draft = { ...Object.fromEntries(parts), fields } as AppDraft
  return { draft: tidy(draft), conflicts }
}

function choose(part: string, sides: Sides, conflicts: PartConflict[]): unknown {
  const { value, isConflict } = mergePart(part, sides)
  if (isConflict && part === 'workflow') return chooseWorkflow(sides, conflicts)
  if (isConflict) conflicts.push({ part, mine: sides.mine, theirs: sides.theirs })
  return value
}

const ITEM = 'workflow:'

function chooseWorkflow({ base, mine, theirs }: Sides, conflicts: PartConflict[]): unknown {
  // A part of this name is a workflow in every draft.
  const of = (side: unknown) => (side ?? { stages: [] }) as Workflow
  const merged = mergeWorkflows({ base: of(base), mine: of(mine), theirs: of(theirs) })
  const clashes = merged.conflicts?.map((id) => `${ITEM}${id}`) ?? ['workflow']
  for (const part of clashes) conflicts.push({ part, mine, theirs })
  return merged.workflow
}

function mergeFields(
  base: AppDraft,
  mine: AppDraft,
  theirs: AppDraft,
  conflicts: PartConflict[],
): FieldInput[] {
  const of = (draft: AppDraft) => new Map(draft.fields.map((field) => [field.key, field]))
  const [before, ours, others] = [of(base), of(mine), of(theirs)]
  // My order, then their additions.
  const keys = new Set([...ours.keys(), ...others.keys()])
  return [...keys].flatMap((key) => {
    const sides = { base: before.get(key), mine: ours.get(key), theirs: others.get(key) }
    // My new field has no ID; theirs of the same key has one and is the existing one.
    const chosen = choose(`field:${key}`, sides, conflicts)
    // Sides are fields of the drafts.
    return chosen === undefined ? [] : [withId(chosen as FieldInput, sides.theirs)]
  })
}

function withId(field: FieldInput, theirs: FieldInput | undefined): FieldInput {
  return field.id === undefined && theirs?.id !== undefined ? { ...field, id: theirs.id } : field
}

export function takeTheirs(draft: AppDraft, theirs: AppDraft, parts: ReadonlySet<string>): AppDraft {
  const bag: Record<string, unknown> = { ...theirs }
  const own = [...parts].filter((part) => !/^(?:field|workflow):/.test(part))
  const items = [...parts].flatMap((part) => (part.startsWith(ITEM) ? [part.slice(ITEM.length)] : []))
  const fields = draft.fields.flatMap((field) => {
    if (!parts.has(`field:${field.key}`)) return [field]
    const other = theirs.fields.find((one) => one.key === field.key)
    return other === undefined ? [] : [other]
  })
  const back = theirs.fields.filter(
    (field) => parts.has(`field:${field.key}`) && !draft.fields.some((one) => one.key === field.key),
  )
  return tidy({
    ...draft,
    // The names of parts are keys of a draft.
    ...(Object.fromEntries(own.map((part) => [part, bag[part]])) as Partial<AppDraft>),
    ...(items.length === 0
      ? {}
      : {
          workflow: takeTheirItems(
            draft.workflow ?? { stages: [] },
            theirs.workflow ?? { stages: [] },
            new Set(items),
          ),
        }),
    fields: [...fields, ...back],
  })
}

/** After a merge, the form and the list name only existing fields. */
function tidy(draft: AppDraft): AppDraft {
  const keys = new Set(draft.fields.map((field) => field.key))
  const { layouts } = draft
  const isSystem = (key: string) => /^(tracking_id|created_at|updated_at|created_by|updated_by)$/.test(key)
  return {
    ...draft,
    layout: tidySections(draft.layout, keys),
    ...(layouts === undefined
      ? {}
      : { layouts: layouts.map((one) => ({ ...one, sections: tidySections(one.sections, keys) })) }),
    listColumns: draft.listColumns.filter((key) => keys.has(key) || isSystem(key)),
    ...exportsWithout(draft.exports, (key) => !keys.has(key) && !isSystem(key)),
  }
}

function tidySections(sections: readonly LayoutSection[], keys: ReadonlySet<string>): LayoutSection[] {
  const seen = new Set<string>()
  return sections.map((section) =>
    withItems(
      section,
      itemsOfSection(section).filter(({ field }) => {
        if (field === undefined) return true
        const keep = keys.has(field) && !seen.has(field)
        seen.add(field)
        return keep
      }),
    ),
  )
}

/** How many parts of the app the draft changes: each field counts, then each other part. */
export function countChanges(base: AppDraft, draft: AppDraft): number {
  const fields = new Map(base.fields.map((field) => [field.key, field]))
  const touched = draft.fields.filter((field) => !same(fields.get(field.key), field)).length
  const gone = base.fields.filter((field) => !draft.fields.some((one) => one.key === field.key)).length
  const before: Record<string, unknown> = { ...base }
  const after: Record<string, unknown> = { ...draft }
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    // A conversion is counted with its field.
    (part) => part !== 'fields' && part !== 'convert' && !same(before[part], after[part]),
  ).length
  return touched + gone + others
}
