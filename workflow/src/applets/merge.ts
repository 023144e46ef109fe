import type { AppletLink, FieldOverride } from '@caseloom/contract/apps/applet-links'
import type { MergeItem } from '@caseloom/contract/apps/applets'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type AppletBundle, withAdded } from './expand.ts'
import { logicIds } from './faults.ts'
import { ruleItems } from './merge-rules.ts'
import { asJson, sameJson } from './same-json.ts'

/** Local value or the one of the new revision, by ID of the conflict. */
export type Decisions = Readonly<Record<string, 'mine' | 'new'>>

export interface MergeInput {
  base: AppletBundle
  next: AppletBundle & { revision: number }
  link: AppletLink
}

export interface Merge {
  items: MergeItem[]
  /** The link at the new revision. */
  link: AppletLink
  /** Fields that the new revision lacks and that stay as fields of the app, by key in the applet. */
  own: string[]
}

/**
 * Brings a link to a new revision of its applet. What the app changed locally stays unless a decision says otherwise; where the new revision
 * changed the same, that is a conflict.
 */
export function mergeLink({ base, next, link }: MergeInput, decisions: Decisions = {}): Merge {
  const fields = mergeFields({ base, next, link }, decisions)
  const items = logicIds(next)
  const rulesOff = (link.rulesOff ?? []).filter((id) => items.has(id))
  const { rulesOff: _off, ...rest } = link
  return {
    items: [...fields.items, ...sectionItems(base, next), ...ruleItems(base, next, link)],
    link: {
      ...rest,
      revision: next.revision,
      overrides: fields.overrides,
      ...(rulesOff.length === 0 ? {} : { rulesOff }),
    },
    own: fields.own,
  }
}

interface MergedFields {
  items: MergeItem[]
  overrides: Record<string, FieldOverride>
  own: string[]
}

function mergeFields({ base, next, link }: MergeInput, decisions: Decisions): MergedFields {
  const merged: MergedFields = { items: [], overrides: {}, own: [] }
  const before = new Map(base.fields.map((field) => [field.key, field]))
  for (const field of next.fields) {
    const old = before.get(field.key)
    before.delete(field.key)
    const override = link.overrides[field.key]
    if (old !== undefined) mergeField(merged, { old, field, override, decisions })
    else {
      merged.items.push(wholeField('add', field, { next: asJson(field), result: asJson(field) }))
      if (override !== undefined) merged.overrides[field.key] = override
    }
  }
  for (const field of before.values())
    dropField(merged, { field, override: link.overrides[field.key], decisions })
  return merged
}

function wholeField(
  kind: MergeItem['kind'],
  field: FieldInput,
  values: Partial<Pick<MergeItem, 'base' | 'here' | 'next' | 'result'>>,
): MergeItem {
  return {
    id: `field/${field.key}`,
    kind,
    subject: { kind: 'field', key: field.key, name: field.label },
    property: null,
    base: null,
    here: null,
    next: null,
    result: null,
    ...values,
  }
}

interface Dropping {
  field: FieldInput
  override: FieldOverride | undefined
  decisions: Decisions
}

/** A field that the new revision lacks: one with local changes may stay as the app’s own. */
function dropField(merged: MergedFields, { field, override, decisions }: Dropping): void {
  const base = asJson(field)
  if (override === undefined) {
    merged.items.push(wholeField('remove', field, { base, here: base }))
    return
  }
  const stays = decisions[`field/${field.key}`] !== 'new'
  if (stays) merged.own.push(field.key)
  const here = asJson(override)
  merged.items.push(wholeField('conflict', field, { base, here, result: stays ? here : null }))
}

interface Merging {
  old: FieldInput
  field: FieldInput
  override: FieldOverride | undefined
  decisions: Decisions
}

const OVERRIDES = ['label', 'help', 'required', 'target'] as const

function mergeField(merged: MergedFields, { old, field, override = {}, decisions }: Merging): void {
  const remaining: FieldOverride = { ...override }
  const from = bag(old)
  const to = bag(field)
  const subject: MergeItem['subject'] = { kind: 'field', key: field.key, name: field.label }
  for (const property of propertiesOf(from, to, override)) {
    const id = `field/${field.key}/${property}`
    const [base, next] = [from[property] ?? null, to[property] ?? null]
    if (property === 'options') {
      mergeOptions(merged, { old, field, remaining, decisions })
      continue
    }
    const name = OVERRIDES.find((one) => one === property)
    const local = name === undefined ? undefined : override[name]
    const item = { id, subject, property, base, here: local ?? base, next }
    if (local === undefined) {
      if (!sameJson(base, next)) merged.items.push({ ...item, kind: 'change', result: next })
    } else if (sameJson(base, next) || sameJson(local, next))
      merged.items.push({ ...item, kind: 'keep', result: local })
    else {
      const isNew = decisions[id] === 'new'
      if (isNew && name !== undefined) delete remaining[name]
      merged.items.push({ ...item, kind: 'conflict', result: isNew ? next : local })
    }
  }
  if (remaining.hidden === true)
    merged.items.push({
      id: `field/${field.key}/hidden`,
      subject,
      property: 'hidden',
      kind: 'keep',
      base: false,
      here: true,
      next: false,
      result: true,
    })
  if (Object.values(remaining).some((value) => value !== undefined)) merged.overrides[field.key] = remaining
}

interface MergingOptions {
  old: FieldInput
  field: FieldInput
  remaining: FieldOverride
  decisions: Decisions
}

/** Options that the app added stay after those of the applet; one that both have differently is a conflict of its own. */
function mergeOptions(merged: MergedFields, { old, field, remaining, decisions }: MergingOptions): void {
  const base = 'options' in old ? old.options : []
  const next = 'options' in field ? field.options : []
  const added = remaining.addedOptions ?? []
  const subject: MergeItem['subject'] = { kind: 'field', key: field.key, name: field.label }
  const gone = new Set<string>()
  for (const option of added) {
    const theirs = next.find(({ key }) => key === option.key)
    const before = base.find(({ key }) => key === option.key)
    if (
      theirs === undefined ||
      sameJson(asJson(theirs), asJson(option)) ||
      sameJson(asJson(theirs), asJson(before ?? null))
    )
      continue
    const id = `field/${field.key}/options/${option.key}`
    const isNew = decisions[id] === 'new'
    if (isNew) gone.add(option.key)
    merged.items.push({
      id,
      kind: 'conflict',
      subject,
      property: `options.${option.key}`,
      base: asJson(before ?? null),
      here: asJson(option),
      next: asJson(theirs),
      result: asJson(isNew ? theirs : option),
    })
  }
  const left = added.filter(({ key }) => !gone.has(key))
  if (left.length > 0) remaining.addedOptions = left
  else delete remaining.addedOptions
  const changed = !sameJson(asJson(base), asJson(next))
  if (!changed && added.length === 0) return
  merged.items.push({
    id: `field/${field.key}/options`,
    kind: changed ? 'change' : 'keep',
    subject,
    property: 'options',
    base: asJson(base),
    here: asJson(withAdded(base, added)),
    next: asJson(next),
    result: asJson(withAdded(next, left)),
  })
}

/** Properties that differ between the revisions or that the app changed, in the order of the field. */
function propertiesOf(from: Bag, to: Bag, override: FieldOverride): string[] {
  const local = new Set<string>(OVERRIDES.filter((name) => override[name] !== undefined))
  if (override.addedOptions !== undefined) local.add('options')
  return [...new Set([...Object.keys(to), ...Object.keys(from), ...local])].filter(
    (name) =>
      !['id', 'key', 'type', 'applet'].includes(name) &&
      (local.has(name) || !sameJson(from[name] ?? null, to[name] ?? null)),
  )
}

const SECTION = ['title', 'text', 'columns', 'collapsed', 'fields', 'blocks'] as const

function sectionItems(base: AppletBundle, next: AppletBundle): MergeItem[] {
  return SECTION.flatMap((property): MergeItem[] => {
    const [from, to] = [asJson(base.section[property] ?? null), asJson(next.section[property] ?? null)]
    if (sameJson(from, to)) return []
    return [
      {
        id: `section/${property}`,
        kind: 'change',
        property,
        base: from,
        here: from,
        subject: { kind: 'section', key: 'section', name: next.section.title },
        next: to,
        result: to,
      },
    ]
  })
}

type Bag = { [key: string]: JsonValue }

function bag(field: FieldInput): Bag {
  // A field is an object of JSON by its schema.
  return asJson(field) as Bag
}
