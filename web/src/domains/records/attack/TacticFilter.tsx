import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import records from '../model/Records.module.css'
import classes from './AttackEvents.module.css'

/** Says that only the attack events of one tactic are shown, and shows everything again. */
export function TacticFilter({ tactic, isEmpty }: { tactic: string; isEmpty: boolean }) {
  const { t } = useTranslation('attack')
  const navigate = useNavigate()
  return (
    <div className={classes.filtered}>
      <FilterChip
        field={t('filter.field')}
        operator={t('filter.is')}
        value={tactic}
        onRemove={() => void navigate({ to: '.', search: { tab: 'timeline' }, replace: true })}
      />
      {isEmpty && <p className={records.meta}>{t('filter.none')}</p>}
    </div>
  )
}
