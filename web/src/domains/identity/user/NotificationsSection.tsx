import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { NotificationTable } from './NotificationTable.tsx'
import { NotificationTimesForm } from './NotificationTimesForm.tsx'
import classes from './Notifications.module.css'
import { notificationsEn } from './notifications.en.ts'
import type { SectionProps } from './section.ts'

addTexts('notifications', notificationsEn)

/** Each choice applies immediately. */
export function NotificationsSection({ me }: SectionProps) {
  const { t } = useTranslation('notifications')
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <p className={classes.text}>{t('text')}</p>
        <NotificationTable me={me} />
      </div>
      <div className={classes.side}>
        <NotificationTimesForm me={me} />
      </div>
    </div>
  )
}
