import type { AppView } from '@caseloom/contract/apps/apps'
import { endsWork } from '@caseloom/contract/records/closing'
import type { RecordView } from '@caseloom/contract/records/records'
import { useTranslation } from 'react-i18next'
import { sameValue } from '../../../field-types/parts/field-text.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { hasLogic } from '../logic/logic-settings.ts'
import { useFormLogic } from '../logic/useFormLogic.ts'
import { useRecordForm } from '../model/useRecordForm.ts'
import { boardEn } from './board.en.ts'
import { type BoardColumn, movedValue } from './board-columns.ts'
import classes from './Board.module.css'
import type { Standing } from './obstacle.ts'

addTexts('board', boardEn)

interface DropSlotProps {
  field: ChoiceField
  /** Undefined for no column: it isn't loaded any more. */
  from: BoardColumn | undefined
  to: BoardColumn
  /** Of the dragged card, once it's known. */
  standing: Standing | null
}

/** Says what a drop does: what it sets, what rules set with it, or that it asks how to close the record. */
export function DropSlot({ field, from, to, standing }: DropSlotProps) {
  const { t } = useTranslation('board')
  const closes = endsWork(field, to.value ?? undefined) && !endsWork(field, from?.value ?? undefined)
  const words = { field: field.label, value: to.label, before: from?.label }
  const says = closes
    ? t('closes')
    : to.value === null
      ? t('clears', words)
      : !field.multiple
        ? t('sets', words)
        : (from?.value ?? null) === null
          ? t('adds', words)
          : t('replaces', words)
  return (
    <div className={classes.slot} role="status">
      <span>{says}</span>
      {standing !== null && !closes && hasLogic(standing.base) && (
        <AlsoSet
          key={`${standing.record.id} ${to.key}`}
          {...{ field, from, to }}
          app={standing.base}
          record={standing.record}
        />
      )}
    </div>
  )
}

type AlsoSetProps = Pick<DropSlotProps, 'field' | 'from' | 'to'> & { app: AppView; record: RecordView }

/** What rules set in the form where the card is in its new column already. */
function AlsoSet({ field, from, to, app, record }: AlsoSetProps) {
  const { t } = useTranslation('board')
  const value = movedValue(field, record.fields[field.key], { from: from?.value ?? null, to: to.value })
  const draft = Array.isArray(value) ? value.map(String) : String(value ?? '')
  const form = useRecordForm(app, record, { [field.key]: draft })
  const { wrote } = useFormLogic(app, record, form)
  const labels = app.fields
    .filter(({ key }) => key !== field.key && isSet(wrote.get(key)?.values[key], record.fields[key]))
    .map(({ label }) => label)
  return labels.length === 0 ? null : <span>{t('also', { fields: labels.join(', ') })}</span>
}

type Value = RecordView['fields'][string] | undefined

function isSet(after: Value, before: Value): boolean {
  return after !== undefined && before !== undefined && !sameValue(after, before)
}
