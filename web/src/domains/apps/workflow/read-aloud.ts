import type { WorkflowRule } from '@caseloom/contract/apps/workflow'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { ruleSentence } from '@caseloom/workflow/sentences'
import { conditionText, type FilterSubject } from '../../../field-types/parts/filter-choices.ts'
import { actorName, type Vocabulary } from '../../../field-types/workflow/rule-words.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { withSectionIds } from './model/form-items.ts'

/** A rule as a sentence, for reading aloud. */
export function ruleAloud(
  rule: WorkflowRule,
  { draft }: EditedApp,
  names: { buttons: readonly { id: string; label: string }[]; words: Vocabulary },
): string {
  const { words } = names
  const said = (subjects: readonly FilterSubject[], key: string, value: JsonValue) => {
    const subject = subjects.find((one) => one.key === key)
    return conditionText(subject, value, { people: words.people, t: words.field })
  }
  return ruleSentence(rule, {
    fields: draft.fields,
    linked: new Map(
      draft.fields.map(({ key }) => [key, words.linked(key).flatMap(({ field }) => field ?? [])]),
    ),
    sections: new Map(withSectionIds(draft.layout).map(({ id = '', title }) => [id, title])),
    buttons: new Map(names.buttons.map(({ id, label }) => [id, label])),
    table: (key, column) => words.table(key, column),
    actor: (kind, id) => actorName(words, kind, id),
    value: (key, value) => said(words.subjects, key, value),
    linkedValue: (reference, key, value) => said(words.linked(reference), key, value),
  })
}
