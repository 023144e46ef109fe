import type { LayoutSection } from '@caseloom/contract/apps/layout'
import type { FormState } from '@caseloom/contract/apps/workflow-runs'

/** A line of the form as a run left it: a section's head, a field, or what a rule hid with all in it. */
export type FormLine =
  | { kind: 'section'; title: string; mark: 'shown' | 'collapsed' | null }
  | { kind: 'hidden'; title: string }
  | { kind: 'field'; key: string }
  | { kind: 'button'; id: string }

/** The lines of a layout; before the run, rules had decided nothing yet. */
export function formLines(
  layout: readonly LayoutSection[],
  { items }: Pick<FormState, 'items'>,
  side: 'before' | 'after',
): FormLine[] {
  const fieldsOf = ({ fields }: LayoutSection) => fields.map((key): FormLine => ({ kind: 'field', key }))
  const headOf = ({ title }: LayoutSection, mark: 'shown' | 'collapsed' | null): FormLine => ({
    kind: 'section',
    title,
    mark,
  })
  if (side === 'before') return layout.flatMap((section) => [headOf(section, null), ...fieldsOf(section)])
  const lines = layout.flatMap((section): FormLine[] => {
    const state = section.id === undefined ? undefined : items[`section:${section.id}`]
    const tab = section.tab === undefined ? undefined : items[`tab:${section.tab}`]
    if (state?.visible?.value === false || tab?.visible?.value === false)
      return [{ kind: 'hidden', title: section.title }]
    const mark =
      state?.collapsed?.value === true ? 'collapsed' : state?.visible?.value === true ? 'shown' : null
    return [headOf(section, mark), ...fieldsOf(section)]
  })
  const buttons = Object.entries(items).flatMap(([name, { offered }]): FormLine[] =>
    offered?.value === true && name.startsWith('button:')
      ? [{ kind: 'button', id: name.slice('button:'.length) }]
      : [],
  )
  return [...lines, ...buttons]
}
