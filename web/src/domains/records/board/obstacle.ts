import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { usePeople } from '../../../data/people.ts'
import { type ChoiceField, choicesOf } from '../editors/ChoiceEditor.tsx'
import { mayBeEmpty } from '../groups/board-fields.ts'
import { type Fixed, isHidden, whyFixed } from '../quick/quick-fields.ts'

/** A record with what the rules of its app say about it now. */
export interface Standing {
  record: RecordView
  /** As the form shows it. */
  app: AppView
  base: AppView
  outcome: FormOutcome | null
}

/** Why a card can't be moved at all, or not to this column. */
export type Obstacle = Fixed | 'hidden' | 'unread' | 'unoffered' | 'retired' | 'member' | 'required'

/** What the server and the form would refuse; null for a column that a card can be moved to. */
export function obstacleTo(
  { record, app, base, outcome }: Standing,
  { key }: Pick<ChoiceField, 'key'>,
  value: string | null,
  people: Pick<ReturnType<typeof usePeople>, 'all' | 'groups'>,
): Obstacle | null {
  const defined = choiceOf(base, key)
  const field = choiceOf(app, key)
  if (field === undefined || defined === undefined || isHidden(outcome, key)) return 'hidden'
  if (record.fields[key] === undefined) return 'unread'
  const fixed = whyFixed({ app: base, record, field, base: defined })
  if (fixed !== null) return fixed
  if (value === null) return mayBeEmpty(field) ? null : 'required'
  const choices = choicesOf({ field, draft: '', people: people.all, groups: people.groups })
  if (choices.some((choice) => choice.value === value)) return null
  if (!('options' in defined)) return 'member'
  const isRetired = defined.options.some((option) => option.key === value && option.retired === true)
  return isRetired ? 'retired' : 'unoffered'
}

function choiceOf(app: Pick<AppView, 'fields'>, key: string): ChoiceField | undefined {
  // Columns are made of such fields only, and rules never change the type of one.
  return app.fields.find((field) => field.key === key) as ChoiceField | undefined
}
