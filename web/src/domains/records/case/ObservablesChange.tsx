import type { JsonValue } from '@caseloom/contract/kernel/json'
import { useTranslation } from 'react-i18next'
import { observablesOf } from '../../../field-types/values/case-text.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { caseEn } from './case.en.ts'
import { observableChanges, type ObservableChange } from './observable-changes.ts'
import classes from './Case.module.css'

addTexts('case', caseEn)

const MAX_LINES = 20

/** What happened to the observables of a record, one by one. */
export function ObservablesChange({ from, to }: { from: JsonValue; to: JsonValue }) {
  const changes = observableChanges(observablesOf(from), observablesOf(to))
  return (
    <ul className={classes.changes}>
      {changes.slice(0, MAX_LINES).map((change) => (
        <li key={`${change.do} ${change.what} ${'part' in change ? change.part : ''}`}>
          <ChangeLine change={change} />
        </li>
      ))}
      {changes.length > MAX_LINES && <li>+{changes.length - MAX_LINES}</li>}
    </ul>
  )
}

function ChangeLine({ change }: { change: ObservableChange }) {
  const { t } = useTranslation('case')
  if (change.do !== 'changed') return t(`changes.${change.do}`, { what: change.what })
  const { what, part } = change
  const say = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no')
    if (value === null || value === undefined || value === '') return null
    return part === 'tlp' ? String(value).toUpperCase() : String(value)
  }
  const from = say(change.from)
  return (
    <>
      “{what}”: {t(`observables.${part}`)} {from !== null && <>{from} → </>}
      {say(change.to) ?? t('changes.cleared')}
    </>
  )
}
