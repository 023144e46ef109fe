import type { RecordView } from '@caseloom/contract/records/records'
import { IconLock, IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { recordRightsEn } from './rights.en.ts'
import classes from './Rights.module.css'

addTexts('recordRights', recordRightsEn)

/** Marks of a row: locked or restricted. Empty for an ordinary record. */
export function RecordMarks({ record }: { record: Pick<RecordView, 'lock' | 'restricted'> }) {
  const { t } = useTranslation('recordRights')
  if (record.lock === null && !record.restricted) return null
  return (
    <span className={classes.marks}>
      {record.restricted && (
        <span title={t('restrictedMark')}>
          <IconShieldLock size={14} stroke={1.7} role="img" aria-label={t('restrictedMark')} />
        </span>
      )}
      {record.lock !== null && (
        <span title={t('lockedMark', { name: record.lock.by.name })}>
          <IconLock
            size={14}
            stroke={1.7}
            role="img"
            aria-label={t('lockedMark', { name: record.lock.by.name })}
          />
        </span>
      )}
    </span>
  )
}
