import type { RecordView } from '@caseloom/contract/records/records'
import { IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { PropertyChip } from '../../../ui/Chip.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { recordRightsEn } from './rights.en.ts'
import classes from './Rights.module.css'
import { WhyButton } from './WhyButton.tsx'

addTexts('recordRights', recordRightsEn)

/** Shown in place of Save when the user can't change the record; a lock has its own notice. */
export function ReadOnly({ record }: { record: RecordView }) {
  const { t } = useTranslation('recordRights')
  const { tenantId } = useTenantScope()
  if (record.can.update || record.lock !== null) return null
  return (
    <span className={classes.readOnly}>
      {t('readOnly')}
      <WhyButton place={{ tenantId, appId: record.appId, recordId: record.id }} action="update" />
    </span>
  )
}

/** Shows that not everyone can see the record. */
export function RestrictedChip({ record }: { record: RecordView }) {
  const { t } = useTranslation('recordRights')
  if (!record.restricted) return null
  return (
    <PropertyChip>
      <IconShieldLock size={14} stroke={1.7} aria-hidden />
      {t('restricted')}
    </PropertyChip>
  )
}
