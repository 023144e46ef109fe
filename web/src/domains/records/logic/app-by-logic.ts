import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import { itemsOfSection, type LayoutBlock, withItems } from '@caseloom/contract/apps/layout'
import type { FormOutcome } from '@caseloom/workflow/form-context'

/** The app as its workflow makes the form: without what is hidden, with what is required, read-only, and offered. */
export function appByLogic(app: AppView, outcome: FormOutcome | null): AppView {
  if (outcome === null) return app
  const isHidden = (item: string) => outcome.items.get(item)?.visible?.value === false
  const isBlockHidden = (block: LayoutBlock) =>
    isHidden(`block:${block.id}`) || (block.kind === 'button' && !isButtonOffered(outcome, block.button))
  const layout = app.layout
    .filter(({ id, tab }) => !isHidden(`section:${id}`) && (tab === undefined || !isHidden(`tab:${tab}`)))
    .map((section) => {
      const collapsed = outcome.items.get(`section:${section.id}`)?.collapsed?.value
      const items = itemsOfSection(section).filter(({ field, block }) =>
        block === undefined ? !isHidden(`field:${field}`) : !isBlockHidden(block),
      )
      return withItems(collapsed === undefined ? section : { ...section, collapsed }, items)
    })
  return { ...app, layout, fields: app.fields.map((field) => fieldByLogic(field, outcome)) }
}

function fieldByLogic(field: Field, outcome: FormOutcome): Field {
  const state = outcome.items.get(`field:${field.key}`)
  const required = state?.required?.value ?? field.required
  // Rules free a field from other rules alone: what the field or its writers forbid, the form doesn’t send.
  const readOnly = field.readOnly || state?.readOnly?.value === true
  const offered = outcome.options.get(field.key)
  const options =
    offered === undefined || !('options' in field)
      ? undefined
      : offered.flatMap((key) => field.options.find((one) => one.key === key) ?? [])
  if (options === undefined && required === field.required && readOnly === field.readOnly) return field
  // A field keeps its type; only what its workflow decides is replaced.
  return { ...field, required, readOnly, ...(options === undefined ? {} : { options }) } as Field
}

/** Whether a button is there: one that rules offer is absent until one of them does. */
export function isButtonOffered(outcome: FormOutcome | null, id: string): boolean {
  const state = outcome?.items.get(`button:${id}`)
  return state?.offered?.value ?? state?.visible?.value ?? true
}
