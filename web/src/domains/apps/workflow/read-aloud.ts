import type { WorkflowRule } from '@caseloom/contract/apps/workflow'
import { ruleSentence } from '@caseloom/workflow/sentences'
import { conditionText } from '../../../field-types/parts/filter-choices.ts'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { withSectionIds } from './model/form-items.ts'

interface Named {
  id: string
  name: string
}

/** A rule as a sentence, for reading aloud. */
export function ruleAloud(
  rule: WorkflowRule,
  { draft }: EditedApp,
  names: { buttons: readonly { id: string; label: string }[]; people: readonly Named[]; words: Vocabulary },
): string {
  const { words } = names
  return ruleSentence(rule, {
    fields: draft.fields,
    sections: new Map(withSectionIds(draft.layout).map(({ id = '', title }) => [id, title])),
    buttons: new Map(names.buttons.map(({ id, label }) => [id, label])),
    people: new Map(names.people.map(({ id, name }) => [id, name])),
    value: (key, value) => {
      const subject = words.subjects.find((one) => one.key === key)
      return conditionText(subject, value, { people: words.people, t: words.field })
    },
  })
}
