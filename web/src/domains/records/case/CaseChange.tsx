import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { useTranslation } from 'react-i18next'
import { observablesOf, tasksOf } from '../../../field-types/values/case-text.ts'
import type { People } from '../../../field-types/field-type.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { caseEn } from './case.en.ts'
import { type ItemChange, observableChanges, taskChanges } from './case-changes.ts'
import classes from './Case.module.css'

addTexts('case', caseEn)

export function CaseChange({
  field,
  from,
  to,
  people,
}: {
  field: Field & { type: 'tasks' | 'observables' }
  from: JsonValue
  to: JsonValue
  people: People
}) {
  const changes = fieldTraits(field).tasks
    ? taskChanges(tasksOf(from), tasksOf(to))
    : observableChanges(observablesOf(from), observablesOf(to))
  return (
    <ul className={classes.changes}>
      {changes.slice(0, 20).map((change) => (
        <li key={`${change.do} ${change.what} ${'part' in change ? change.part : ''}`}>
          <ChangeLine change={change} type={field.type} people={people} />
        </li>
      ))}
      {changes.length > 20 && <li>+{changes.length - 20}</li>}
    </ul>
  )
}

function ChangeLine({
  change,
  type,
  people,
}: {
  change: ItemChange
  type: 'tasks' | 'observables'
  people: People
}) {
  const { t } = useTranslation('case')
  if (change.do !== 'changed') return t(`changes.${change.do}`, { what: change.what })
  const { what, part } = change
  const say = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no')
    if (part === 'state') return t(`tasks.states.${String(value)}`)
    if (part === 'assignee') return people.name(String(value)) ?? String(value)
    if (part === 'due') return <DateTime at={String(value)} />
    if (part === 'tlp') return String(value).toUpperCase()
    return String(value)
  }
  const isNone = (value: unknown) => value === null || value === undefined || value === ''
  const from = isNone(change.from) ? null : say(change.from)
  const to = isNone(change.to) ? t('changes.cleared') : say(change.to)
  return (
    <>
      “{what}”: {t(`${type}.${part}`)} {from !== null && <>{from} → </>}
      {to}
    </>
  )
}
